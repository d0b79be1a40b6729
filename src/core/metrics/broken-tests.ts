import { z } from 'zod';

/** Tests that an iteration broke; without names if only counts are known. */
export const stillBrokenSchema = z.object({ iteration: z.int(), tests: z.array(z.string()) });
export type StillBroken = z.infer<typeof stillBrokenSchema>;
