import { z } from 'zod';

/**
 * Where checks run. `room`: a working tree of the judge's own, mounted at the workspace's path. `copy`: the same at another
 * path. `in place`: the workspace itself.
 */
const roomKinds = ['room', 'copy', 'in place'] as const;

export const roomSchema = z.object({
  kind: z.enum(roomKinds),
  /** Why it is not the safest kind; null if it is. */
  why: z.string().nullable(),
});
export type RoomChoice = z.infer<typeof roomSchema>;

/** Loops of before there was a room were checked in place. */
export const IN_PLACE: RoomChoice = { kind: 'in place', why: null };

/** The keys of `room`. */
export const roomSettingsSchema = z.strictObject({
  mode: z
    .enum(['auto', 'copy', 'in-place'])
    .default('auto')
    .describe("where checks run: auto: mounted at the workspace's path if bubblewrap works, else a copy"),
});
