import { z } from 'zod';

export const testCountsSchema = z.object({
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type TestCounts = z.infer<typeof testCountsSchema>;
