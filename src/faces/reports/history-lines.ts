import { judgedIterations, scoreBefore, tidy } from '../../core/analytics/trajectory.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

/** One line of `quality-history.jsonl`. It depends only on the iteration and those it started from, so that it can be appended. */
export function qualityLine(state: LoopState, iteration: IterationState): string {
  const before = scoreBefore(state, iteration);
  const { n, score, classification, best, quality, endedAt } = iteration;
  return line({
    loop: state.id,
    iteration: n,
    timestamp: new Date(endedAt).toISOString(),
    quality: score,
    delta: score === null || before === null ? null : tidy(score - before),
    confidence: quality?.confidence ?? null,
    profile: state.settings.score.profile,
    breakdown: quality?.breakdown ?? {},
    classification,
    best,
  });
}

/** One line of `stopping.jsonl`: whether the loop continued after an iteration, by which rule and why. */
export function stoppingLine(state: LoopState, { n, decision, endedAt }: IterationState): string {
  return line({
    loop: state.id,
    iteration: n,
    timestamp: new Date(endedAt).toISOString(),
    stop: decision?.ending != null,
    ...decision,
  });
}

export function qualityHistory(state: LoopState): string {
  return judgedIterations(state)
    .map((iteration) => qualityLine(state, iteration))
    .join('');
}

export function stoppingLog(state: LoopState): string {
  return judgedIterations(state)
    .map((iteration) => stoppingLine(state, iteration))
    .join('');
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
