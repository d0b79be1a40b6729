import { z } from 'zod';
import { mutantCountsSchema, survivorSchema, unmutatedSchema } from './mutants.ts';

const constantSchema = z.object({
  path: z.string(),
  line: z.int(),
  /** Empty if it has no name. */
  name: z.string(),
  value: z.string(),
});

/** How tests that are to show the task met faults in the change. */
export const taskFaultsSchema = z.object({
  /** Functions of the change that returned a value which the tests expect, whatever they were given. */
  constants: z.object({
    /** How many functions were tried, and how many of them the tests told from every such constant. */
    functions: z.int(),
    distinguished: z.int(),
    /** Those that tests need and cannot tell from a constant. */
    passing: z.array(constantSchema),
    /** Those that may do nothing at all: no test watches them. */
    unwatched: z.array(z.object({ path: z.string(), line: z.int(), name: z.string() })),
  }),
  /** Small faults in the changed lines. */
  counts: mutantCountsSchema,
  survivors: z.array(survivorSchema),
  unsupported: z.array(unmutatedSchema),
  runs: z.int(),
  testRunMs: z.number().nullable(),
  /** Why nothing was measured. */
  problem: z.string().optional(),
  durationMs: z.number(),
});
export type TaskFaults = z.infer<typeof taskFaultsSchema>;

/** What faults in the change show against the tests that are to show the task; null if nothing speaks against them. */
export function whatFaultsShow({ constants, counts, problem }: TaskFaults): string | null {
  if (problem !== undefined) return null;
  const [first, ...more] = constants.passing;
  if (first) {
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    return `its tests cannot tell ${functionText(first)}${others} from one that always returns ${first.value}: two different expected values are needed, each for another input`;
  }
  const isBlind = counts.survived > 0 && counts.killed === 0 && constants.distinguished === 0;
  return isBlind ? 'its tests pass whatever is altered in the change' : null;
}

type FunctionPlace = TaskFaults['constants']['unwatched'][number];

export const functionText = ({ path, line, name }: FunctionPlace) =>
  name === '' ? `the function at ${path}:${line}` : `${name} (${path}:${line})`;
