import type { IterationState, LoopState } from './state.ts';

/** What agents told of their own consumption. Null is unknown, never nothing: a plain command does not tell. */
export interface Usage {
  costUsd: number | null;
  tokens: number | null;
  agentMs: number;
}

type Told = { costUsd?: number | null; usage?: Record<string, number | null> | null };

export function usageOf({ agent }: IterationState): Usage {
  const told = (agent ?? {}) as Told;
  return {
    costUsd: told.costUsd ?? null,
    tokens: told.usage ? sumKnown(Object.values(told.usage)) : null,
    agentMs: agent?.durationMs ?? 0,
  };
}

/** Over all runs of a loop; unknown where no run told. */
export function totalUsage(state: LoopState): Usage {
  const runs = state.iterations.filter(({ agent }) => agent !== null).map(usageOf);
  return {
    costUsd: sumKnown(runs.map(({ costUsd }) => costUsd)),
    tokens: sumKnown(runs.map(({ tokens }) => tokens)),
    agentMs: runs.reduce((sum, { agentMs }) => sum + agentMs, 0),
  };
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
