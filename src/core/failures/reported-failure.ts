import { z } from 'zod';

/** A failure as its tool reported it: one line each, cut if long. */
export const reportedFailureSchema = z.object({
  name: z.string(),
  message: z.string(),
  location: z.string().nullable(),
});
export type ReportedFailure = z.infer<typeof reportedFailureSchema>;
