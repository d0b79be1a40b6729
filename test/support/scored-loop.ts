import type { Verdict } from '../../src/core/criteria/verdict.ts';
import { fold } from '../../src/core/fold.ts';
import type { MetricAlert } from '../../src/core/metrics/alerts.ts';
import type { Classification } from '../../src/core/metrics/classify.ts';
import { type Metrics, unmeasured } from '../../src/core/metrics/metrics.ts';
import type { Decision, Ending } from '../../src/core/state/decision.ts';
import type { EventOf, LoopEvent, Recorded } from '../../src/core/state/events.ts';
import type { LoopFinding } from '../../src/core/state/finding.ts';
import type { LoopState } from '../../src/core/state/state.ts';
import { aVerdict, loopCreated } from '../../src/testing/builders.ts';

/** One iteration of a test loop; omitted fields get plain defaults. */
export interface ScoredIteration {
  score: number | null;
  metrics?: Partial<Metrics>;
  verdicts?: Verdict[];
  alerts?: MetricAlert[];
  findings?: LoopFinding[];
  classification?: Classification;
  breakdown?: Record<string, number | null>;
  decision?: Partial<Decision>;
  best?: number;
  agent?: Partial<EventOf<'agent-finished'>>;
  changes?: Partial<EventOf<'snapshot-taken'>['changes']>;
  testsFile?: string;
  /** Events after its judgement. */
  next?: readonly LoopEvent[];
}

interface ScoredLoop {
  created?: Partial<EventOf<'loop-created'>>;
  baseline?: ScoredIteration;
  iterations: readonly ScoredIteration[];
  ended?: { ending: Ending; reason: string; best?: number };
  later?: readonly LoopEvent[];
}

const START = Date.UTC(2026, 1, 2, 10, 0, 0);

/** The records of a loop with these measurements and judgements. Iterations are one minute apart. */
export function scoredRecords({ created, baseline, iterations, ended, later = [] }: ScoredLoop): Recorded[] {
  const all = [baseline ?? { score: null }, ...iterations];
  const records: Recorded[] = [];
  let at = START;
  const add = (event: LoopEvent) => {
    at += 1000;
    records.push({ seq: records.length + 1, at, event });
  };
  add(loopCreated(created));
  add({ type: 'session-started', pid: 1, resumed: false });
  all.forEach((one, n) => {
    at = START + n * 60_000;
    const best = one.best ?? bestUpTo(all, n);
    for (const event of iterationOf(one, n, best)) add(event);
  });
  if (ended) add({ type: 'loop-ended', ...ended, best: ended.best ?? bestUpTo(all, all.length - 1) });
  for (const event of later) add(event);
  return records;
}

export function scoredLoop(loop: ScoredLoop): LoopState {
  return fold(scoredRecords(loop)) as LoopState;
}

function iterationOf(iteration: ScoredIteration, n: number, best: number): LoopEvent[] {
  const metrics = { ...unmeasured, ...iteration.metrics };
  return [
    ...(n === 0 ? [] : agentEvents(iteration, n)),
    {
      type: 'snapshot-taken',
      iteration: n,
      commit: `commit-${n}`,
      tree: `tree-${n}`,
      head: { branch: 'main', commit: 'head' },
      changes: {
        files: n === 0 ? 0 : 1,
        insertions: 1,
        deletions: 0,
        paths: n === 0 ? [] : ['a.js'],
        ...iteration.changes,
      },
      notes: [],
    },
    { type: 'checks-started', iteration: n },
    {
      type: 'metrics-taken',
      iteration: n,
      metrics,
      alerts: iteration.alerts ?? [],
      lost: null,
      testsFile: iteration.testsFile ?? null,
      durationMs: 40,
    },
    { type: 'checks-finished', iteration: n, verdicts: iteration.verdicts ?? [aVerdict({ tests: metrics.tests })] },
    ...guardEvent(iteration, n),
    {
      type: 'iteration-judged',
      iteration: n,
      score: iteration.score,
      quality: {
        confidence: 0.8,
        dimensions: iteration.score,
        analytics: null,
        criteria: null,
        breakdown: iteration.breakdown ?? {},
      },
      classification: iteration.classification ?? (n === 0 ? 'baseline' : 'forward'),
      best,
      decision: {
        action: 'continue',
        rule: 'carry-on',
        reason: 'the criteria do not hold yet',
        confidence: 0.5,
        ending: null,
        recovery: null,
        ...iteration.decision,
      },
    },
    ...(iteration.next ?? []),
  ];
}

function agentEvents({ agent }: ScoredIteration, n: number): LoopEvent[] {
  const run = `run-${n}`;
  const folder = `iterations/${String(n).padStart(4, '0')}`;
  return [
    {
      type: 'agent-started',
      iteration: n,
      run,
      agent: 'command',
      prompt: { file: `${folder}/prompt.md`, sha256: '', chars: 10 },
    },
    {
      type: 'agent-finished',
      iteration: n,
      run,
      outcome: 'ok',
      reason: 'exit 0',
      exitCode: 0,
      durationMs: 12_000,
      outputFile: `${folder}/agent.log`,
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
}

function guardEvent({ findings }: ScoredIteration, iteration: number): LoopEvent[] {
  if (!findings) return [];
  return [
    { type: 'diff-guarded', iteration, findings, count: findings.length, file: null, problem: null, durationMs: 120 },
  ];
}

/** The highest score, the earlier of equals. */
function bestUpTo(iterations: readonly ScoredIteration[], n: number): number {
  let best = 0;
  for (let index = 1; index <= n; index++)
    if ((iterations[index]?.score ?? -1) > (iterations[best]?.score ?? -1)) best = index;
  return best;
}
