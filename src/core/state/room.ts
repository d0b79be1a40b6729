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
  carry: z
    .array(z.string())
    .default([])
    .describe('globs of ignored files, such as dist/**, that checks find as the agent left them'),
  network: z.enum(['on', 'off']).default('on').describe('off: checks have no network; fails without bubblewrap'),
  writable: z
    .array(z.string())
    .default([])
    .describe('extra files and folders that checks may write to, with bubblewrap'),
});

/** The keys of `checks`. */
export const checksSettingsSchema = z.strictObject({
  env: z.array(z.string()).default([]).describe('variables passed to checks in addition to the allow-list'),
});
