import { z } from 'zod';

/** Tests of which an experiment shows nothing, by why; at most 5 names each. */
export const unshownTestsSchema = z.object({ reason: z.string(), count: z.int(), tests: z.array(z.string()) });
export type UnshownTests = z.infer<typeof unshownTestsSchema>;
