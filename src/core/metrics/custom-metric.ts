import { z } from 'zod';

/** `metrics.custom.<name>` of the configuration, if a command alone does not say enough. */
const customMetricSchema = z.strictObject({
  command: z.string().min(1).describe('shell command that prints a number, or JSON with numbers'),
  direction: z.enum(['up', 'down']).optional().describe('which way is better'),
  threshold: z.number().optional().describe('the worst value that is still good enough'),
  timeoutMinutes: z.number().positive().optional(),
});
export type CustomMetric = z.infer<typeof customMetricSchema>;

/** By name; a command alone is the short form. */
export const customMetricsSchema = z.record(
  z.string().regex(/^\w+$/, 'a name has only letters, digits and _'),
  z.union([z.string().min(1), customMetricSchema]),
);

export function customMetric(entry: string | CustomMetric): CustomMetric {
  return typeof entry === 'string' ? { command: entry } : entry;
}

/** What a threshold asks for, as a criterion says it; null if the metric has none or no direction. */
export function thresholdOf({ direction, threshold }: CustomMetric): { op: '>=' | '<='; value: number } | null {
  if (direction === undefined || threshold === undefined) return null;
  return { op: direction === 'up' ? '>=' : '<=', value: threshold };
}
