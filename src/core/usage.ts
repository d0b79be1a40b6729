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

/** Over all runs of a loop, also those that were cancelled; unknown where no run told, and nothing where none was made. */
export function totalUsage({ spent }: LoopState): Usage {
  const told = (unknown: number) => spent.runs === 0 || unknown < spent.runs;
  return {
    costUsd: told(spent.unknownCost) ? spent.costUsd : null,
    tokens: told(spent.unknownTokens) ? spent.tokens : null,
    agentMs: spent.agentMs,
  };
}
