import { z } from 'zod';
import type { Task } from './task.ts';

/** One of several agents, or of several samples of one, that make the same change side by side. */
export const entrySchema = z.object({
  /** Unique in its bake-off: `claude`, `claude-2`. */
  name: z.string(),
  /** In order of preference; null: those of the list. */
  agents: z.array(z.string()).nullable(),
  loop: z.string(),
  worktree: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;

const count = z.int().nonnegative();

/** What an entry came to, by the same judge as all others. */
export const entryFiguresSchema = z.object({
  checks: z.object({ passed: count, of: count }),
  /** Tests that its agent did not see; null if none were held out. */
  heldOut: z.object({ passed: count, of: count }).nullable(),
  /** Small faults in its lines that tests noticed; null if none were tried. */
  mutants: z.object({ noticed: count, of: count }).nullable(),
  /** Losses that the judge saw in what it leaves, and that did not block it. */
  warnings: z.array(z.string()),
  /** The number that the goal raises or lowers, if it is one; `worth`: higher is better. */
  objective: z.object({ value: z.number(), worth: z.number() }).nullable(),
  score: z.number().nullable(),
  /** Lines added and removed, and the files they are in; null if it changed nothing. */
  size: z.object({ files: count, lines: count }).nullable(),
  agentRuns: count,
  /** Null if its agents did not say. */
  costUsd: z.number().nullable(),
  /** Running time: waits for limits do not count. */
  activeMs: z.number().nonnegative(),
});
export type EntryFigures = z.infer<typeof entryFiguresSchema>;

/** Who takes part if a task has a bake-off; one entry or none: it is done as usual. A task that names its agents is done by these. */
export function entrantsOf(
  { bakeOff, samples }: { bakeOff: readonly string[]; samples: number },
  { agents }: Pick<Task, 'agents'>,
): Pick<Entry, 'name' | 'agents'>[] {
  const teams = agents.length > 0 ? [agents] : bakeOff.length > 0 ? bakeOff.map((name) => [name]) : [null];
  return teams.flatMap((team) =>
    Array.from({ length: samples }, (_, at) => {
      const name = team?.join('-') ?? 'sample';
      return { name: samples === 1 ? name : `${name}-${at + 1}`, agents: team };
    }),
  );
}
