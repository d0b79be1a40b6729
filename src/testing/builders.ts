import type { Criterion } from '../core/criteria/criterion.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import { fold } from '../core/fold.ts';
import { unmeasured } from '../core/metrics/metrics.ts';
import type { RuleEvidence } from '../core/rules/rule.ts';
import { bestOf } from '../core/selection/best.ts';
import type { EventOf, LoopEvent, Recorded } from '../core/state/events.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import { defaultSettings, type Settings, settingsSchema } from '../core/state/settings.ts';
import type { Gate, IterationState, LoopState, Recovery } from '../core/state/state.ts';

export function aCriterion(command = 'npm test', id = 'c1'): Criterion {
  return { id, text: command, kind: 'exit', command };
}

/** A gate that nobody answered and that a notification was sent for. */
export function aGate(): Gate {
  const gate = { iteration: 1, question: '?', blockers: [], openedAt: 0, timeoutMinutes: 1 };
  return { ...gate, unattended: true, notified: true };
}

/** The event of an agent that runs. */
export function agentStarted(iteration = 1): EventOf<'agent-started'> {
  return { type: 'agent-started', iteration, run: 'r', agent: 'claude', prompt: { file: 'p', sha256: '', chars: 1 } };
}

export function aVerdict(over: Partial<Verdict> = {}): Verdict {
  const outcome = over.outcome ?? 'fail';
  return {
    criterion: 'c1',
    outcome,
    reason: outcome === 'pass' ? 'exit 0' : 'exit 1',
    unmeasured: outcome === 'unmeasured' ? 'not-found' : null,
    exitCode: outcome === 'pass' ? 0 : 1,
    durationMs: 10,
    tests: null,
    excerpt: '',
    outputFile: null,
    ...over,
  };
}

/** A failing verdict whose output reported how many tests passed. */
export function testsVerdict(passed: number, total: number): Verdict {
  const tests = { total, passed, failed: total - passed, skipped: 0 };
  return aVerdict({ outcome: passed === total ? 'pass' : 'fail', tests });
}

export function aFinding(over: Partial<LoopFinding> = {}): LoopFinding {
  return {
    id: 'f1',
    pattern: 'test-skipped',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.9,
    before: { path: 'a.test.js', line: 1 },
    after: { path: 'a.test.js', line: 1 },
    excerptBefore: '',
    excerptAfter: '',
    why: 'The test is skipped.',
    fix: '',
    expectedByTask: false,
    blocking: true,
    ...over,
  };
}

export function theSettings(over: { [group in keyof Settings]?: Partial<Settings[group]> } = {}): Settings {
  const merged = Object.fromEntries(
    Object.entries(defaultSettings).map(([group, values]) => [group, { ...values, ...over[group as keyof Settings] }]),
  );
  return settingsSchema.parse(merged);
}

export function loopCreated(over: Partial<EventOf<'loop-created'>> = {}): EventOf<'loop-created'> {
  return {
    type: 'loop-created',
    loop: 'fix-tests-00000000',
    task: 'fix the tests',
    criteria: [aCriterion()],
    taskType: 'test-fix',
    settings: defaultSettings,
    template: null,
    agent: { name: 'command', command: 'agent' },
    workspace: { root: '/project', cwd: '/project' },
    version: '0.0.0',
    ...over,
  };
}

/** Numbers the events and puts one second between them. */
export function recorded(events: readonly LoopEvent[]): Recorded[] {
  return events.map((event, index) => ({ seq: index + 1, at: 1_000_000 + index * 1000, event }));
}

export interface Played {
  tree: string;
  verdicts: Verdict[];
  agent?: Partial<EventOf<'agent-finished'>>;
  findings?: LoopFinding[];
  measured?: Pick<EventOf<'metrics-taken'>, 'alerts' | 'lost'>;
  decision?: 'continue' | 'rollback';
}

/** The state of a loop with these judged iterations; the last one is not judged yet. */
export function played(
  baseline: Played,
  iterations: readonly Played[] = [],
  settings: Settings = defaultSettings,
  later: readonly LoopEvent[] = [],
): LoopState {
  const events: LoopEvent[] = [
    loopCreated({ settings }),
    { type: 'session-started', pid: 1, resumed: false },
    ...iterationEvents(0, baseline),
  ];
  iterations.forEach((iteration, index) => {
    events.push(judgedEvent(index, index === 0 ? baseline : (iterations[index - 1] as Played)));
    events.push(...iterationEvents(index + 1, iteration));
  });
  return fold(recorded([...events, ...later])) as LoopState;
}

function iterationEvents(n: number, { tree, verdicts, agent, findings, measured }: Played): LoopEvent[] {
  const run = `run-${n}`;
  const launched: LoopEvent[] = [
    { type: 'agent-started', iteration: n, run, agent: 'command', prompt: { file: 'prompt.md', sha256: '', chars: 0 } },
    {
      type: 'agent-finished',
      iteration: n,
      run,
      outcome: 'ok',
      reason: 'exit 0',
      exitCode: 0,
      durationMs: 100,
      outputFile: 'agent.log',
      outputBytes: 0,
      excerpt: '',
      blocked: null,
      strays: 0,
      error: null,
      model: null,
      usage: null,
      costUsd: null,
      costEstimated: false,
      ...agent,
    },
  ];
  return [
    ...(n === 0 ? [] : launched),
    {
      type: 'snapshot-taken',
      iteration: n,
      commit: `commit-${tree}`,
      tree,
      head: null,
      changes: { files: 1, insertions: 1, deletions: 0, paths: ['a.js'] },
      notes: [],
    },
    { type: 'checks-started', iteration: n },
    ...(measured ? [metricsTaken(n, measured)] : []),
    { type: 'checks-finished', iteration: n, verdicts },
    ...(findings ? [diffGuarded(n, findings)] : []),
  ];
}

function metricsTaken(iteration: number, measured: Pick<EventOf<'metrics-taken'>, 'alerts' | 'lost'>): LoopEvent {
  return { type: 'metrics-taken', iteration, metrics: unmeasured, testsFile: null, durationMs: 0, ...measured };
}

function diffGuarded(iteration: number, findings: LoopFinding[]): LoopEvent {
  const outcome = { count: findings.length, file: null, problem: null, durationMs: 0 };
  return { type: 'diff-guarded', iteration, findings, ...outcome };
}

function judgedEvent(n: number, { decision = 'continue', verdicts }: Played): LoopEvent {
  const tests = verdicts[0]?.tests;
  return {
    type: 'iteration-judged',
    iteration: n,
    score: tests ? 0.95 * (tests.passed / (tests.passed + tests.failed)) : 0,
    quality: { confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} },
    classification: n === 0 ? 'baseline' : 'plateau',
    best: 0,
    decision: {
      action: decision,
      rule: decision === 'rollback' ? 'regression' : 'told',
      reason: 'told',
      confidence: 1,
      ending: null,
      recovery: null,
    },
  };
}

/** One judged iteration: only the parts that rules read. */
export interface Judged {
  score: number | null;
  verified?: boolean;
  tree?: string;
  parent?: number;
  over?: Partial<IterationState>;
}

/** A loop with these iterations from 1 on; the last one is being judged. Iteration 0 scores `baseline`. */
export function judgedLoop(
  iterations: readonly Judged[],
  settings: Settings = defaultSettings,
  baseline = 0.2,
): LoopState {
  const start = played({ tree: 'start', verdicts: [aVerdict()] }, [], settings);
  const all: Judged[] = [{ score: baseline, tree: 'start' }, ...iterations];
  return {
    ...start,
    best: 0,
    iterations: all.map(({ score, verified = false, tree, parent, over }, n) => {
      const blank = start.iterations[0] as IterationState;
      const commit = `commit:${n}`;
      return {
        ...blank,
        n,
        parent: n === 0 ? null : (parent ?? n - 1),
        startTree: n === 0 ? null : (all[parent ?? n - 1]?.tree ?? `tree:${parent ?? n - 1}`),
        run: n === 0 ? null : `run-${n}`,
        agent: n === 0 ? null : anAgentRun(n),
        score,
        snapshot: { ...(blank.snapshot as NonNullable<IterationState['snapshot']>), commit, tree: tree ?? `tree:${n}` },
        verdicts: [aVerdict({ outcome: verified ? 'pass' : 'fail' })],
        findings: [],
        classification: n === 0 ? 'baseline' : 'plateau',
        decision: { action: 'continue', rule: 'told', reason: 'told', confidence: 1, ending: null, recovery: null },
        ...over,
      };
    }),
  };
}

function anAgentRun(n: number): IterationState['agent'] {
  const output = { outputFile: 'agent.log', outputBytes: 0, excerpt: '' };
  const end = { outcome: 'ok' as const, reason: 'exit 0', exitCode: 0, durationMs: 100, blocked: null, strays: 0 };
  const expense = { usage: null, costUsd: null, costEstimated: false };
  return { run: `run-${n}`, ...end, ...output, ...expense, error: null, model: null };
}

/** What a rule sees of the last iteration. */
export function evidenceOf(state: LoopState): RuleEvidence {
  const current = state.iterations.at(-1) as IterationState;
  const window = state.iterations.filter(({ n }) => n >= 1 && n > state.rulesSince);
  return { state, current, best: bestOf(state), window };
}

export function aRecovery(over: Partial<Recovery> = {}): Recovery {
  return {
    attempt: 1,
    iteration: 1,
    trigger: 'stalled',
    kind: 'same-tree',
    rootCause: 'told',
    confidence: 0.9,
    evidence: [],
    strategy: 'different-approach',
    changes: [],
    instruction: 'do otherwise',
    reason: 'told',
    retryIteration: null,
    outcome: 'failed',
    escalation: null,
    at: { pause: 0, diagnose: 0, adapt: 0, retry: null, escalate: null },
    ...over,
  };
}
