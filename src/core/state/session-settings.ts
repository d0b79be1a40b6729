import { z } from 'zod';

/** How long the judge holds an agent that works in a session of its own (`jumar hook`). */
export const sessionSchema = z.strictObject({
  tries: z.int().positive().default(3).describe('how often a hook sends an agent back after one prompt of yours'),
  timeoutMinutes: z
    .number()
    .positive()
    .default(15)
    .describe('a hook that judges for longer lets the agent stop, and says that nothing was verified'),
});

/** Where traces and metrics go; nowhere by default. */
export const telemetrySchema = z.strictObject({
  otlp: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('base URL of an OTLP/HTTP receiver, such as http://localhost:4318; traces and metrics of loops go there'),
});
