import { totalTokens } from './agent-run.ts';
import type { IterationState, LoopState } from './state.ts';

/** What agents told of their own consumption. Null is unknown, never nothing: a plain command does not tell. */
export interface Usage {
  costUsd: number | null;
  tokens: number | null;
  agentMs: number;
}

/** Of the run that made an iteration. */
export function usageOf({ agent }: IterationState): Usage {
  return {
    costUsd: agent?.costUsd ?? null,
    tokens: totalTokens(agent?.usage ?? null),
    agentMs: agent?.durationMs ?? 0,
  };
}

/** Over all runs of a loop, also those that were cancelled; unknown where no run told. */
export function totalUsage({ spent }: LoopState): Usage {
  return {
    costUsd: spent.unknownCost < spent.runs ? spent.costUsd : null,
    tokens: spent.unknownTokens < spent.runs ? spent.tokens : null,
    agentMs: spent.agentMs,
  };
}
