import { totalTokens } from '../state/agent-run.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** What agents reported of their own usage. Null is unknown, never 0: a plain command reports nothing. */
export interface TotalUsage {
  costUsd: number | null;
  tokens: number | null;
  agentMs: number;
}

/** Of the run that made an iteration. */
export function usageOf({ agent }: IterationState): TotalUsage {
  return {
    costUsd: agent?.costUsd ?? null,
    tokens: totalTokens(agent?.usage ?? null),
    agentMs: agent?.durationMs ?? 0,
  };
}

/** Over all runs of a loop, cancelled ones included; unknown if no run reported it, 0 if there was no run. */
export function totalUsage({ spent }: LoopState): TotalUsage {
  const isReported = (unknown: number) => spent.runs === 0 || unknown < spent.runs;
  return {
    costUsd: isReported(spent.unknownCost) ? spent.costUsd : null,
    tokens: isReported(spent.unknownTokens) ? spent.tokens : null,
    agentMs: spent.agentMs,
  };
}
