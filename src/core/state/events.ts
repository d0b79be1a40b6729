import { z } from 'zod';
import { criterionSchema } from '../criteria/criterion.ts';
import { toolchainSchema } from '../criteria/toolchain.ts';
import { verdictSchema } from '../criteria/verdict.ts';
import { metricAlertSchema } from '../metrics/alerts.ts';
import { stillBrokenSchema } from '../metrics/broken-tests.ts';
import { classificationSchema } from '../metrics/classify.ts';
import { metricsSchema } from '../metrics/metrics.ts';
import { expenseSchema, faultSchema } from './agent-run.ts';
import { cellSchema } from './cell.ts';
import { decisionSchema, endingSchema, triggerSchema } from './decision.ts';
import { findingSchema } from './finding.ts';
import { lessonSchema, reflectionSchema, summarySchema } from './lesson.ts';
import { diagnosisSchema, strategySchema } from './recovery.ts';
import { reinforcementSchema } from './reinforcement-level.ts';
import { roomSchema } from './room.ts';
import { setAsideSchema } from './set-aside.ts';
import { settingsSchema } from './settings.ts';
import { spentSchema } from './spent.ts';
import { taskTypeSchema } from './task-type.ts';
import { snapshotFindings, verificationEvents } from './verification-events.ts';

/** Raised whenever an event's shape changes; `migrate.ts` lifts older ones. */
export const EVENT_VERSION = 1;

const iteration = z.int().nonnegative();
const tree = z.string();

/** Where the user's repository stood when a snapshot was taken; null outside git. */
const headSchema = z.object({ branch: z.string().nullable(), commit: z.string().nullable() }).nullable();

/** The account that gave the answer. */
const person = z.string().optional();
const snapshotSchema = z.object({
  commit: z.string(),
  tree,
  head: headSchema,
});
const changesSchema = z.object({
  files: z.int(),
  insertions: z.int(),
  deletions: z.int(),
  /** The first few paths; the count above is exact. */
  paths: z.array(z.string()),
});
export type SnapshotFact = z.infer<typeof snapshotSchema>;

/** Every fact a loop can record. Events are the truth; everything else that is shown or stored is folded from them. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loop-created'),
    loop: z.string(),
    task: z.string(),
    criteria: z.array(criterionSchema),
    /** Named by a person, in flags, settings or the task, or found in the project; logs from before this have only named ones. */
    criteriaFrom: z.enum(['named', 'settings', 'found']).optional(),
    taskType: taskTypeSchema,
    settings: settingsSchema,
    /** What of it the project's files and the environment set; logs from before this do not have it. */
    configured: z.record(z.string(), z.unknown()).optional(),
    /** The prompt template's text, frozen so that an edit of the file does not change a running loop. */
    template: z.string().nullable(),
    /** The progress strategy's own module, frozen likewise. */
    strategy: z.object({ path: z.string(), source: z.string() }).optional(),
    /** The loop's type as the user named it, and what was set for its template: `{{phase-name}}`. */
    loopType: z.object({ name: z.string(), variables: z.record(z.string(), z.string()) }).optional(),
    agent: z.object({
      name: z.string(),
      command: z.string().nullable(),
      /** It works in a session of its own: the loop judges what it leaves, and neither starts it nor restores its files. */
      isOutside: z.boolean().optional(),
    }),
    /** `worktreeOf`: the working tree whose HEAD was checked out here, for this loop alone. */
    workspace: z.object({
      root: z.string(),
      cwd: z.string(),
      worktreeOf: z.string().optional(),
      /** How many changed files of that working tree are not here. */
      uncommitted: z.int().nonnegative().optional(),
    }),
    /** What the criteria run and the agent may therefore not change, as globs. */
    protect: z.array(z.string()).optional(),
    version: z.string(),
    /** Chooses the tests that are held out, so that loops that are compared hold out the same. */
    heldOutSeed: z.string().optional(),
    /** Frozen before any work. */
    toolchain: toolchainSchema.optional(),
  }),
  /** A process took the loop over: the first one, or one that resumes it. */
  z.object({
    type: z.literal('session-started'),
    pid: z.int(),
    resumed: z.boolean(),
    /** Where this session's checks run. */
    room: roomSchema.optional(),
    /** Whether its agents can have a cell. */
    cell: cellSchema.optional(),
  }),
  z.object({
    type: z.literal('settings-changed'),
    settings: settingsSchema,
    configured: z.record(z.string(), z.unknown()).optional(),
    /** What commands run that were not there before: the agent may not change it from now on. */
    protect: z.array(z.string()).optional(),
    person,
  }),
  /** A request that was not what a person of this loop could have sent, or not when it came. It had no effect. */
  z.object({ type: z.literal('request-refused'), request: z.string(), why: z.string() }),
  /** What a resumed session found in the workspace, kept before anything is overwritten. */
  z.object({
    type: z.literal('workspace-saved'),
    ...snapshotSchema.shape,
    /** What `jumar diff` and `jumar apply` call it. */
    name: z.string(),
    adopted: z.boolean(),
    /** It is the tree of no iteration: an interrupted agent's work, or a person's. */
    unknown: z.boolean(),
    /** Since the iteration it is built on, if it was adopted or is unknown; older logs do not have it. */
    changes: changesSchema.optional(),
    /** Since the baseline, if it was adopted and does not start from it. */
    net: changesSchema.optional(),
    /** Of its lock files, as those of a snapshot; older logs do not have it. */
    locks: z.string().optional(),
    /** Without the tests that the agent does not see; the tree above has them all. */
    seen: snapshotFindings.seen,
    /** What was in the workspace, if it is neither. */
    found: tree.optional(),
  }),
  z.object({
    type: z.literal('workspace-restored'),
    iteration,
    tree,
    extraneous: z.int(),
    /** What was in the workspace and in no snapshot; left out if nothing was. */
    setAside: z.array(setAsideSchema).optional(),
    /** What was moved to `.jumar/aside/` or could not be restored. */
    notes: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('agent-started'),
    iteration,
    run: z.string(),
    /** Which of the loop's agents; null in logs from before there were several. */
    agent: z.string().nullable().default(null),
    prompt: z.object({
      file: z.string(),
      sha256: z.string(),
      chars: z.int(),
      /** Why the loop's own template could not be rendered; the built-in one was used. */
      problem: z.string().optional(),
    }),
  }),
  z.object({
    type: z.literal('agent-finished'),
    iteration,
    run: z.string(),
    outcome: z.enum(['ok', 'failed', 'timeout', 'silent', 'limit', 'not-started']),
    reason: z.string(),
    exitCode: z.int().nullable(),
    durationMs: z.number(),
    outputFile: z.string(),
    outputBytes: z.number(),
    excerpt: z.string(),
    /** The agent's own words for why it cannot go on, if it wrote them. */
    blocked: z.string().nullable(),
    /** Processes the agent left behind, which were ended. */
    strays: z.int(),
    /** What went wrong, from the agent's structured output; null if nothing did or it is not reported. */
    error: faultSchema.nullable().default(null),
    model: z.string().nullable().default(null),
    ...expenseSchema.shape,
  }),
  /** A run that was interrupted: it will be done again, but what it spent is spent. */
  z.object({
    type: z.literal('agent-cancelled'),
    iteration,
    run: z.string(),
    durationMs: z.number(),
    ...expenseSchema.shape,
  }),
  /** Every agent of the loop hit a limit; the wait is not running time. */
  z.object({ type: z.literal('wait-started'), agent: z.string(), until: z.number(), reason: z.string() }),
  z.object({ type: z.literal('wait-ended') }),
  /** The service of an agent refuses until then, as a loop beside this one learned. */
  z.object({ type: z.literal('agent-held'), agent: z.string(), until: z.number(), reason: z.string() }),
  z.object({
    type: z.literal('snapshot-taken'),
    iteration,
    ...snapshotSchema.shape,
    changes: changesSchema,
    /** Since the baseline: what was changed and changed back is not in it. Left out if it started from the baseline. */
    net: changesSchema.optional(),
    /** What could not be stored (sockets, unreadable files), in words. */
    notes: z.array(z.string()),
    /** A fingerprint of the lock files of dependencies, if a `setup` command depends on it. */
    locks: z.string().optional(),
    ...snapshotFindings,
  }),
  z.object({ type: z.literal('checks-started'), iteration }),
  z.object({
    type: z.literal('metrics-taken'),
    iteration,
    metrics: metricsSchema,
    /** Movements past their thresholds, from the iteration whose tree this one started from. */
    alerts: z.array(metricAlertSchema),
    /** Tests that the baseline had and this tree has not, at most 100 named; those that the task asks to go only in `expected`. */
    lost: z.object({ tests: z.array(z.string()), count: z.int(), expected: z.array(z.string()).optional() }).nullable(),
    /** Tests that an iteration which this one builds on broke, and that still do not pass. */
    unmended: z.array(stillBrokenSchema).optional(),
    /** Every test's name and status, relative to the loop's folder; null if only counts are known. */
    testsFile: z.string().nullable(),
    /** What the tests of each file reached, likewise; left out if their runner does not report it. */
    reachFile: z.string().optional(),
    durationMs: z.number(),
  }),
  /** What was too slow for every iteration, of the one that is kept. It is shown; nothing is judged by it. */
  z.object({
    type: z.literal('kept-measured'),
    iteration,
    metrics: metricsSchema.pick({ lint: true, types: true, build: true, unknown: true }),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('checks-finished'),
    iteration,
    verdicts: z.array(verdictSchema),
    /** The digest of the results that were kept for this tree: only what the log names is believed later. */
    kept: z.string().optional(),
  }),
  z.object({
    type: z.literal('diff-guarded'),
    iteration,
    /** Most severe first, at most 50; all of them are in the file. */
    findings: z.array(findingSchema),
    count: z.int(),
    file: z.string().nullable(),
    /** Files that were not judged, those of the change first, at most 50; left out if there are none. */
    skipped: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
    skippedCount: z.int().optional(),
    /** Why the guard could not judge, so that the iteration is unmeasured; null if it could. */
    problem: z.string().nullable(),
    durationMs: z.number(),
  }),
  /** What a failed iteration teaches, by rules or by a model; recorded, so that the next prompt is a function of the log. */
  z.object({
    type: z.literal('iteration-reflected'),
    iteration,
    reflection: reflectionSchema,
    summary: summarySchema,
    /** Why the model that is configured has no part in it; null if it has, or none is configured. */
    problem: z.string().nullable(),
    /** What asking a model cost; null if none was asked, or the cost is unknown. */
    spent: spentSchema.nullable().default(null),
    durationMs: z.number(),
  }),
  /** What earlier loops taught about tasks and failures like this one's; kept as it was when the loop began. */
  z.object({ type: z.literal('lessons-recalled'), lessons: z.array(lessonSchema), problem: z.string().nullable() }),
  /** What this loop leaves to later ones. */
  z.object({ type: z.literal('lesson-kept'), lesson: lessonSchema, problem: z.string().nullable() }),
  z.object({
    type: z.literal('iteration-judged'),
    iteration,
    /** 0..1; null if nothing could be measured. */
    score: z.number().nullable(),
    quality: z.object({
      /** The share of the score's weight that was known. */
      confidence: z.number(),
      dimensions: z.number().nullable(),
      analytics: z.number().nullable(),
      /** How far the criteria are met; the score if too little else is known. */
      criteria: z.number().nullable(),
      breakdown: z.record(z.string(), z.number().nullable()),
    }),
    classification: classificationSchema,
    best: iteration,
    decision: decisionSchema,
  }),
  /** Recovery, first half: the agent is stopped and its work is kept; this is what went wrong. */
  z.object({
    type: z.literal('recovery-diagnosed'),
    iteration,
    attempt: z.int().positive(),
    trigger: triggerSchema,
    ...diagnosisSchema.shape,
  }),
  /** Recovery, second half: what the retry does differently, or why a person is asked instead. */
  z.object({
    type: z.literal('recovery-adapted'),
    iteration,
    attempt: z.int().positive(),
    /** Null if no strategy is left, or the diagnosis is too unsure: then a person is asked. */
    strategy: strategySchema.nullable(),
    changes: z.array(z.string()),
    /** What the next prompt demands. */
    instruction: z.string(),
    reason: z.string(),
    /** The iteration whose tree the retry starts from. */
    from: iteration,
  }),
  z.object({
    type: z.literal('reinforcement-changed'),
    iteration,
    from: reinforcementSchema,
    to: reinforcementSchema,
    reason: z.string(),
  }),
  /** The loop holds until a person answers, or until the time is over and the default is taken. */
  z.object({
    type: z.literal('gate-opened'),
    iteration,
    question: z.string(),
    /** What an approval would accept; empty if the question is only whether to go on. */
    blockers: z.array(z.string()),
    timeoutMinutes: z.number(),
  }),
  /** A person's answer about what blocks an iteration; `block` is the answer of a timeout. */
  z.object({
    type: z.literal('gate-answered'),
    answer: z.enum(['approve', 'reject', 'block']),
    iteration,
    blockers: z.array(z.string()),
    reason: z.string().nullable(),
    /** Where the answer came from: `terminal`, `command`, `file`, `timeout`. */
    by: z.string().default('command'),
    person,
  }),
  /** Nobody is there to answer: the session ends and the gate stays open. */
  z.object({ type: z.literal('gate-unattended'), iteration }),
  /** A notification was sent or failed; neither changes what the loop does. */
  z.object({
    type: z.literal('notified'),
    about: z.enum(['gate', 'end']),
    channel: z.enum(['command', 'webhook']),
    problem: z.string().nullable(),
  }),
  /** A person says that what was raised is a false positive; the id is a blocker's, or an alert's (raised.ts). */
  z.object({
    type: z.literal('finding-marked'),
    id: z.string(),
    /** false takes an earlier mark back. */
    falsePositive: z.boolean(),
    reason: z.string().nullable(),
    person,
  }),
  /** A person wants the next prompts to say nothing of the iterations up to this one. */
  z.object({ type: z.literal('progress-cleared'), iteration, person }),
  z.object({ type: z.literal('loop-paused'), cause: z.enum(['interrupt', 'request']) }),
  z.object({
    type: z.literal('abort-requested'),
    revert: z.boolean(),
    /** At a question: the best tree comes back, not what the question is about. */
    toBest: z.boolean().optional(),
    reason: z.string().optional(),
    person,
  }),
  z.object({
    type: z.literal('loop-ended'),
    ending: endingSchema,
    reason: z.string(),
    best: iteration.nullable(),
    /** What in the workspace is not as it was checked: a person edited it meanwhile. At most 50 paths; left out if nothing. */
    edited: z.object({ paths: z.array(z.string()), count: z.int() }).optional(),
  }),
  /** A person put an iteration's tree into the workspace after the loop had ended. */
  z.object({ type: z.literal('iteration-applied'), name: z.string(), tree, reason: z.string().nullable(), person }),
  ...verificationEvents,
]);

export type LoopEvent = z.infer<typeof eventSchema>;
export type EventOf<T extends LoopEvent['type']> = Extract<LoopEvent, { type: T }>;

/** An event as the log holds it: numbered from 1 without gaps, with the time it was appended. */
export interface Recorded<E = LoopEvent> {
  seq: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Milliseconds since the record before in which the machine slept; left out if it did not. */
  slept?: number;
  event: E;
}
