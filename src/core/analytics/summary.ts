import { totalUsage } from '../agents/usage.ts';
import { allHold } from '../criteria/verdict.ts';
import { falsePositives } from '../findings/false-positives.ts';
import { lossesIn } from '../findings/losses.ts';
import { raisedIn } from '../findings/raised.ts';
import type { Ending } from '../state/decision.ts';
import type { Status } from '../state/outcome.ts';
import { type IterationState, judgedByHand, judgedLaunches, type LoopState, launches } from '../state/state.ts';
import type { TaskType } from '../state/task-type.ts';
import { judgedIterations } from './trajectory.ts';

/** What lists and comparisons need of a loop. Its size does not depend on how many iterations there were. */
export interface LoopSummary {
  id: string;
  task: string;
  taskType: TaskType;
  agent: string;
  workspace: string;
  /** As the log has it; a reader knows whether its process still lives. */
  status: Status;
  ending: Ending | null;
  reason: string | null;
  createdAt: number;
  endedAt: number | null;
  /** Judged iterations of an agent: the baseline and what a person made are left out. */
  iterations: number;
  /** Judged iterations that a person made. */
  byHand: number;
  launches: number;
  maxIterations: number;
  best: number | null;
  verified: boolean;
  scores: { baseline: number | null; first: number | null; best: number | null; last: number | null };
  /** Of the last iterations, at most 24, the latest last. */
  recentScores: (number | null)[];
  /** At the best iteration; null if no tests were counted. */
  tests: { failed: number; total: number } | null;
  /** What it waits for. */
  waitsFor: 'person' | 'limit' | null;
  rollbacks: number;
  regressions: number;
  raised: { detected: number; caught: number; falsePositives: number };
  activeMs: number;
  agentMs: number;
  costUsd: number | null;
  tokens: number | null;
}

const MAX_TASK = 500;
const RECENT = 24;

export function summaryOf(state: LoopState): LoopSummary {
  const judged = judgedIterations(state);
  const worked = judged.filter(({ n }) => n > 0);
  const best = state.best === null ? undefined : state.iterations[state.best];
  const { detected, caught, markedFalse } = falsePositives(lossesIn(raisedIn(state)));
  const { costUsd, tokens, agentMs } = totalUsage(state);
  return {
    id: state.id,
    task: state.task.slice(0, MAX_TASK),
    taskType: state.taskType,
    agent: state.agent.name,
    workspace: state.workspace.root,
    status: state.status,
    ending: state.ended?.ending ?? null,
    reason: state.ended?.reason ?? null,
    createdAt: state.createdAt,
    endedAt: state.ended?.at ?? null,
    iterations: judgedLaunches(state),
    byHand: judgedByHand(state),
    launches: launches(state),
    maxIterations: state.settings.limits.maxIterations,
    best: state.best,
    verified: allHold(best?.verdicts ?? []),
    scores: {
      baseline: judged[0]?.score ?? null,
      first: worked[0]?.score ?? null,
      best: best?.score ?? null,
      last: judged.at(-1)?.score ?? null,
    },
    recentScores: judged.slice(-RECENT).map(({ score }) => score),
    tests: testsAt(best),
    waitsFor: state.gate ? 'person' : state.waiting ? 'limit' : null,
    rollbacks: judged.filter(({ decision }) => decision.action === 'rollback').length,
    regressions: judged.filter(({ classification }) => classification === 'regression').length,
    raised: { detected, caught, falsePositives: markedFalse },
    activeMs: state.activeMs,
    agentMs,
    costUsd,
    tokens,
  };
}

function testsAt(iteration: IterationState | undefined): LoopSummary['tests'] {
  const tests = iteration?.metrics?.tests;
  return tests ? { failed: tests.failed, total: tests.total } : null;
}
