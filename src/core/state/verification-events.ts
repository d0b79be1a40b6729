import { z } from 'zod';
import { verdictSchema } from '../criteria/verdict.ts';
import { mutantCountsSchema, survivorSchema, unmutatedSchema } from '../metrics/mutants.ts';
import { originalTestsSchema } from '../metrics/original-tests.ts';
import { taskFaultsSchema } from '../metrics/task-faults.ts';
import { testCountsSchema } from '../metrics/test-counts.ts';
import { unshownTestsSchema } from '../metrics/unshown-tests.ts';
import { findingSchema } from './finding.ts';
import { hookNames } from './verification-settings.ts';

const iteration = z.int().nonnegative();

/** Paths by name, at most 50, and how many there are. */
const pathsSchema = z.object({ paths: z.array(z.string()), count: z.int() });

/** A reference of the user's repository that an agent moved; null if it did not exist, or is gone. */
const movedSchema = z.object({
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type Moved = z.infer<typeof movedSchema>;

const localChangeSchema = z.object({
  path: z.string(),
  what: z.enum(['changed', 'removed']),
  undoable: z.boolean(),
});

const seenSchema = z.object({ commit: z.string(), tree: z.string() });

/** What a snapshot records beside its tree; absent parts are left out. */
export const snapshotFindings = {
  /** References of the user's repository that the agent moved. */
  moved: z.array(movedSchema).optional(),
  /** Paths that were undone, now or in an iteration before, and that the agent's own commits hold anyway. */
  committed: z.array(z.string()).optional(),
  /** Of the baseline: ignored files that may configure a judge. Later ones were not there when the loop began. */
  ignoredJudges: z.array(z.string()).optional(),
  /** What the agent left outside of the tree for a person's next command (hooks, git's and Jumar's settings), in sentences. */
  leftBehind: z.array(z.string()).optional(),
  /** Ignored files of the user's that the agent changed or removed: no snapshot holds them. At most 50. */
  localChanges: z.array(localChangeSchema).optional(),
  /** The same without the tests that the agent does not see, as it left it; left out if there are none. */
  seen: seenSchema.optional(),
};

/** Left out if there is only the workspace. */
const setupPlace = z.enum(['workspace', 'room']).optional();

/** Facts of what keeps the judge out of the agent's reach. */
export const verificationEvents = [
  /** The agent changed what it may not. The snapshot that follows is without it; the agent's own tree is kept too. */
  z.object({
    type: z.literal('changes-reverted'),
    iteration,
    /** The tree as the agent left it. */
    commit: z.string(),
    protected: pathsSchema,
    scope: pathsSchema,
    findings: z.array(findingSchema),
  }),
  z.object({
    type: z.literal('setup-started'),
    iteration,
    where: setupPlace,
    /** The install command that was found, if no `setup` was given. */
    command: z.string().optional(),
  }),
  z.object({
    type: z.literal('setup-finished'),
    iteration,
    /** The lock files it was run for; null before the baseline, whose snapshot records them. */
    locks: z.string().nullable(),
    where: setupPlace,
    command: z.string().optional(),
    ok: z.boolean(),
    reason: z.string(),
    durationMs: z.number(),
    excerpt: z.string(),
    outputFile: z.string(),
  }),
  /** The same commands on the same tree: to confirm what holds, or to distinguish a flaky test from a broken one. */
  z.object({
    type: z.literal('checks-repeated'),
    iteration,
    times: z.int(),
    /** Verdicts that take the place of the first ones: a result that flipped never holds. */
    verdicts: z.array(verdictSchema),
    /** Criteria and tests that both passed and failed on this tree; at most 100. */
    flaky: z.array(z.string()),
    durationMs: z.number(),
  }),
  /** Verdicts say no more than whether a check holds; what it printed is beside the log. */
  z.object({
    type: z.literal('hidden-checked'),
    iteration,
    verdicts: z.array(verdictSchema),
    /** Of the overlaid files: none of them may change while the loop runs. */
    fingerprint: z.string(),
  }),
  z.object({
    type: z.literal('pristine-checked'),
    iteration,
    /** What the baseline's versions judged, or what was taken away; empty if nothing that judges was changed. */
    files: pathsSchema,
    /** Those of them that the baseline did not have: they were taken away, or what they say on judging was. */
    added: z.array(z.string()).optional(),
    /** The baseline's tests, and how many of them ran; left out if they are not known. */
    originals: originalTestsSchema.optional(),
    /** The number of the objective by the baseline's judge, if it is still the best: it is the one that counts. */
    objective: z.number().optional(),
    /** The tests by the baseline's judge, if not all criteria hold: the score is of these. */
    tests: testCountsSchema.optional(),
    /** Why the commands were not run. */
    problem: z.string().optional(),
    verdicts: z.array(verdictSchema),
    findings: z.array(findingSchema),
    durationMs: z.number(),
  }),
  /** Tests that turned from failing to passing, run once more so that each must fail. */
  z.object({
    type: z.literal('expectations-flipped'),
    iteration,
    /** How many tests turned. */
    turned: z.int(),
    /** How many of them were tried, and the seed that chose them, if not all were. */
    chosen: z.object({ count: z.int(), seed: z.string() }).optional(),
    /** Tests that failed as they must; `crashed`: those of them that failed with their file or run. */
    shown: z.int(),
    crashed: z.int(),
    /** Definitions with another expected value, and those with a statement that fails. */
    flipped: z.int(),
    canaries: z.int(),
    /** Calls of these tests that were made with other inputs, too, here and at the baseline. */
    calls: z.int().optional(),
    /** How many other inputs, in how many runs, and how long these took; a part of the duration. */
    inputs: z
      .object({
        tried: z.int(),
        runs: z.int(),
        durationMs: z.number(),
        /** What the tests call and was left out, with the reason. */
        untried: z.array(z.object({ reason: z.string(), count: z.int(), functions: z.array(z.string()) })).optional(),
      })
      .optional(),
    unshown: z.array(unshownTestsSchema),
    /** Why nothing was run. */
    problem: z.string().optional(),
    findings: z.array(findingSchema),
    durationMs: z.number(),
  }),
  /** The iteration's tests, run on the baseline's source: one that passes there shows nothing about the change. */
  z.object({
    type: z.literal('new-tests-checked'),
    iteration,
    /** Tests that pass now, and that the baseline had not, or not in a form that passes. */
    added: z.int(),
    /** Those that pass without the change; at most 20 names. */
    passing: z.object({ tests: z.array(z.string()), count: z.int() }),
    /** Those that fail without it; `crashed`: those of them that failed with their file or run. */
    failing: z.int(),
    crashed: z.int(),
    unshown: z.array(unshownTestsSchema),
    /** The task asks for tests of its change, and none of them needs it: that holds completion. */
    holds: z.boolean(),
    /** Why nothing was run. */
    problem: z.string().optional(),
    durationMs: z.number(),
  }),
  /** What the agent's own tests show of the task, if no check does. */
  z.object({
    type: z.literal('task-tests-checked'),
    iteration,
    /** New tests that show it; at most 20 names. */
    shown: z.object({ tests: z.array(z.string()), count: z.int() }),
    unshown: z.array(unshownTestsSchema),
    /** Functions of the change that returned nothing in the last of the runs. */
    emptied: z.int(),
    /** Why no test can show anything here. */
    cannot: z.string().optional(),
    /** Why that run was not made. */
    problem: z.string().optional(),
    /** Faults in the change, which these tests must notice; left out if none were tried. */
    faults: taskFaultsSchema.optional(),
    durationMs: z.number(),
  }),
  /** Tests were taken out of the tree that the agent gets; they judge all the same. */
  z.object({
    type: z.literal('tests-held-out'),
    iteration,
    asked: z.array(z.string()),
    seed: z.string(),
    tests: z.array(z.string()),
    /** Tests that ran, those that can be taken out of their files, and how many were asked for; null if by name. Older logs lack it. */
    of: z.object({ ran: z.int(), possible: z.int(), wanted: z.int().nullable() }).optional(),
    /** The baseline without them; null if none is held out. */
    seen: seenSchema.nullable(),
    /** Tests that could not be taken out, and why. */
    unheld: z.array(unshownTestsSchema),
    problem: z.string().optional(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('held-out-checked'),
    iteration,
    /** Says no more than how many pass. */
    verdict: verdictSchema,
    of: z.int(),
    passed: z.int(),
    failing: z.array(z.string()),
    durationMs: z.number(),
  }),
  /** The agent sees these tests from now on: nothing else failed for long, or it brought them back itself. */
  z.object({
    type: z.literal('tests-revealed'),
    iteration,
    tests: z.array(z.string()),
    why: z.enum(['failing', 'found']),
    /** What the next run starts from, with them in it. */
    seen: seenSchema.optional(),
  }),
  /** The loop ends where it stands: what is in the workspace has all of its tests again. */
  z.object({ type: z.literal('tests-put-back'), tree: z.string(), commit: z.string() }),
  /** Small faults in the lines that the change wrote, each of which tests must notice. */
  z.object({
    type: z.literal('mutants-tested'),
    iteration,
    counts: mutantCountsSchema,
    /** At most 20; `counts` has how many there are. */
    survivors: z.array(survivorSchema),
    /** Changed source files of which none can be made; at most 5 paths each. */
    unsupported: z.array(unmutatedSchema),
    /** How often tests ran, and how long all of them take; null if that is unknown. */
    runs: z.int(),
    testRunMs: z.number().nullable(),
    /** Of criteria on mutants. */
    verdicts: z.array(verdictSchema),
    /** Why nothing was run. */
    problem: z.string().optional(),
    durationMs: z.number(),
  }),
  /** After a rollback across a change of dependencies: the record may no longer match the tree. */
  z.object({ type: z.literal('tree-reverified'), iteration, verdicts: z.array(verdictSchema), agrees: z.boolean() }),
  z.object({
    type: z.literal('hook-finished'),
    hook: z.enum(hookNames),
    iteration,
    ok: z.boolean(),
    reason: z.string(),
    durationMs: z.number(),
    outputFile: z.string(),
  }),
  /** References that a rejected iteration had moved are where they were before it, and so are ignored files of the user's. */
  z.object({
    type: z.literal('refs-reset'),
    iterations: z.array(iteration),
    moved: z.array(movedSchema),
    /** Ignored files that are as they were, too. */
    restored: z.array(z.string()).optional(),
    /** Those that are not, each in a sentence. */
    left: z.array(z.string()).optional(),
    notes: z.array(z.string()),
  }),
] as const;
