import { iterationLimit } from '../rules/iteration-limit.ts';
import { timeLimit } from '../rules/time-limit.ts';
import type { Decision } from '../state/decision.ts';
import type { LoopState } from '../state/state.ts';

/** From the most lenient to the strictest; what stops and what asks a person are equally strict. */
const STRICTNESS: Record<Decision['action'], number> = { complete: 0, continue: 1, rollback: 2, stop: 3, escalate: 3 };

/** What a `loop_decision` hook may print: `{"action": "continue", "reason": "…"}`. Null if it printed something else. */
export function readHookDecision(output: string): { action: Decision['action']; reason: string } | null {
  const line = output.trim().split('\n').at(-1) ?? '';
  for (const text of [output, line]) {
    try {
      const { action, reason } = JSON.parse(text) as { action?: unknown; reason?: unknown };
      if (typeof action !== 'string' || !(action in STRICTNESS)) continue;
      return { action: action as Decision['action'], reason: typeof reason === 'string' ? reason : 'no reason given' };
    } catch {
      // Ignore any other output of a hook.
    }
  }
  return null;
}

/**
 * The stricter of the two: a hook can hold completion, roll back, stop or ask a person, and nothing else. If it holds
 * completion at a limit, the limit still holds.
 */
export function stricter(
  decision: Decision,
  requested: { action: Decision['action']; reason: string },
  state: LoopState,
  n: number,
  best: number,
): Decision {
  if (STRICTNESS[requested.action] <= STRICTNESS[decision.action]) return decision;
  const current = state.iterations[n];
  const rule = 'hook';
  const reason = `the loop_decision hook: ${requested.reason.slice(0, 500)}`;
  const common = { rule, reason, confidence: 1, recovery: null };
  if (requested.action === 'stop') return { action: 'stop', ...common, ending: 'hook' };
  if (requested.action === 'escalate') return { action: 'escalate', ...common, ending: 'escalated' };
  const evidence = current && { state, current, best, window: [] };
  for (const limit of [iterationLimit, timeLimit]) {
    const ruling = evidence && limit.judge(evidence);
    if (ruling)
      return { ending: null, recovery: null, ...ruling, rule: limit.name, reason: `${ruling.reason}; ${reason}` };
  }
  return { action: requested.action, ...common, ending: null };
}
