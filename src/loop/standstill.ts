import { deadlineOf } from '../core/gates/gate.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { Gate, LoopState } from '../core/state/state.ts';
import type { Step, StepOf } from '../core/state/step.ts';

/** What a step that only waits comes to for a caller that waits elsewhere: events to record, and what it waits for. */
export interface Standstill {
  events: LoopEvent[];
  value: { waiting?: { until: number; reason: string }; asking?: Gate };
}

/** Null if there is something to do: another step, or a question that timed out. */
export function standstillAt(step: Step, state: LoopState, now: number): Standstill | null {
  if (step.type === 'wait') return waitStandstill(step, state, now);
  if (step.type === 'ask' && deadlineOf(step.gate) > now) return { events: [], value: { asking: step.gate } };
  return null;
}

/** A wait is recorded when it begins and when it is over, however often it is looked at in between. */
function waitStandstill({ agent, until, reason }: StepOf<'wait'>, state: LoopState, now: number): Standstill {
  const hasBegun = state.waiting?.agent === agent && state.waiting.until === until;
  const begin: LoopEvent[] = hasBegun ? [] : [{ type: 'wait-started', agent, until, reason }];
  // By the log's clock too: a log that is ahead of this machine would never name the wait again.
  if (Math.max(now, state.lastAt) >= until) return { events: [...begin, { type: 'wait-ended' }], value: {} };
  return { events: begin, value: { waiting: { until, reason } } };
}
