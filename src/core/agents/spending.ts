import { type Fault, type FaultKind, totalTokens } from '../state/agent-run.ts';
import type { Settings } from '../state/settings.ts';
import type { Spending, Spent } from '../state/spent.ts';

export const nothingSpent: Spending = {
  runs: 0,
  questions: 0,
  agentMs: 0,
  tokens: 0,
  costUsd: 0,
  estimated: false,
  unknownTokens: 0,
  unknownCost: 0,
  untold: { tokens: 0, cost: 0 },
};

export function spend(before: Spending, run: Spent & { error?: Fault | null }): Spending {
  const tokens = totalTokens(run.usage);
  const [noTokens, noCost] = [tokens === null ? 1 : 0, run.costUsd === null ? 1 : 0];
  const worked = surelySpent(run) ? 1 : 0;
  return {
    runs: before.runs + 1,
    questions: before.questions,
    agentMs: before.agentMs + run.durationMs,
    tokens: before.tokens + (tokens ?? 0),
    costUsd: before.costUsd + (run.costUsd ?? 0),
    estimated: before.estimated || (run.costEstimated && run.costUsd !== null),
    unknownTokens: before.unknownTokens + noTokens,
    unknownCost: before.unknownCost + noCost,
    untold: {
      tokens: before.untold.tokens + noTokens * worked,
      cost: before.untold.cost + noCost * worked,
    },
  };
}

/** How a run fails that had the model work for it; the others may never have reached one. */
const WORKED = new Set<FaultKind>(['max_turns', 'budget', 'context', 'refusal', 'permission']);

/** It came to its end, or was cut off by a guard or the clock though its service did not hold it up. */
function surelySpent({ outcome, error }: Spent & { error?: Fault | null }): boolean {
  if (error) return WORKED.has(error.kind);
  return outcome === 'ok' || outcome === 'timeout' || outcome === 'silent';
}

/** A question to a model about an iteration counts against the same budget as the work. */
export function spendOnQuestion(before: Spending, question: Spent | null): Spending {
  return question === null ? before : { ...spend(before, question), questions: before.questions + 1 };
}

/** Why the loop's budget is used up, in words; null while it is not. A budget that cannot be counted does not hold. */
export function budgetSpent(
  spent: Spending,
  { maxCostUsd, maxTokens, maxAgentMinutes }: Settings['limits'],
): string | null {
  const minutes = spent.agentMs / 60_000;
  if (maxCostUsd !== undefined && spent.costUsd >= maxCostUsd) {
    return `$${spent.costUsd.toFixed(2)}${spent.estimated ? ' (estimated)' : ''} of $${maxCostUsd} spent`;
  }
  if (maxTokens !== undefined && spent.tokens >= maxTokens) return `${spent.tokens} of ${maxTokens} tokens used`;
  if (maxAgentMinutes !== undefined && minutes >= maxAgentMinutes) {
    return `${minutes.toFixed(1)} of ${maxAgentMinutes} agent minutes used`;
  }
  if (maxCostUsd !== undefined && spent.untold.cost > 0) {
    return 'cannot enforce --max-cost: what the agent spent is unknown; add the model to agent.prices, or limit tokens or minutes';
  }
  if (maxTokens !== undefined && spent.untold.tokens > 0) {
    return 'cannot enforce --max-tokens: the agent did not report its tokens; use --max-agent-minutes';
  }
  return null;
}

export interface Allowance {
  tokens: number | null;
  costUsd: number | null;
  ms: number | null;
}

/** What the next run may spend; null if there is no limit. */
export function allowance(spent: Spending, { maxCostUsd, maxTokens, maxAgentMinutes }: Settings['limits']): Allowance {
  return {
    tokens: maxTokens === undefined ? null : Math.max(0, maxTokens - spent.tokens),
    costUsd: maxCostUsd === undefined ? null : Math.max(0, maxCostUsd - spent.costUsd),
    ms: maxAgentMinutes === undefined ? null : Math.max(0, maxAgentMinutes * 60_000 - spent.agentMs),
  };
}
