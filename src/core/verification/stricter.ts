import { iterationLimit } from '../../rules/iteration-limit.ts';
import { timeLimit } from '../../rules/time-limit.ts';
import type { Decision } from '../decision.ts';
import type { LoopState } from '../state.ts';

/** From the most lenient to the strictest; what stops and what asks a person are equally strict. */
const STRICTNESS: Record<Decision['action'], number> = { complete: 0, continue: 1, rollback: 2, stop: 3, escalate: 3 };

/** What a `loop_decision` hook may print: `{"action": "continue", "reason": "…"}`. Null where it is nothing of the kind. */
export function wishIn(output: string): { action: Decision['action']; reason: string } | null {
  const line = output.trim().split('\n').at(-1) ?? '';
  for (const text of [output, line]) {
    try {
      const { action, reason } = JSON.parse(text) as { action?: unknown; reason?: unknown };
      if (typeof action !== 'string' || !(action in STRICTNESS)) continue;
      return { action: action as Decision['action'], reason: typeof reason === 'string' ? reason : 'no reason given' };
    } catch {
      // Whatever else a hook prints is not for us.
    }
  }
  return null;
}

/**
 * The stricter of the two: a hook can hold completion, roll back, stop or ask a person, and nothing else. Where it holds
 * completion at a limit, the limit still holds.
 */
export function stricter(
  decision: Decision,
  wish: { action: Decision['action']; reason: string },
  state: LoopState,
  n: number,
  best: number,
): Decision {
  if (STRICTNESS[wish.action] <= STRICTNESS[decision.action]) return decision;
  const current = state.iterations[n];
  const rule = 'hook';
  const reason = `the loop_decision hook: ${wish.reason.slice(0, 500)}`;
  const told = { rule, reason, confidence: 1, recovery: null };
  if (wish.action === 'stop') return { action: 'stop', ...told, ending: 'escalated' };
  if (wish.action === 'escalate') return { action: 'escalate', ...told, ending: 'escalated' };
  const evidence = current && { state, current, best, window: [] };
  for (const limit of [iterationLimit, timeLimit]) {
    const ruling = evidence && limit.judge(evidence);
    if (ruling)
      return { ending: null, recovery: null, ...ruling, rule: limit.name, reason: `${ruling.reason}; ${reason}` };
  }
  return { action: wish.action, ...told, ending: null };
}
