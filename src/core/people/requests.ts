import { isStateHidden } from '../state/cell.ts';
import type { LoopState } from '../state/state.ts';
import type { Step } from '../state/step.ts';

/**
 * Why a request to a running loop is refused now; null if it is not. What stops a loop does no harm whoever sends
 * it. What changes how it is judged needs the loop's secret, and that proves nothing while the agent, or code that it
 * wrote, runs where it can read the secret.
 */
export function doubtIn(request: { type: string }, step: Step | null, state: LoopState): string | null {
  if (request.type !== 'gate' && request.type !== 'settings') return null;
  const what = step && exposedTo(step, state);
  return what ? `it came while ${what} ran, which can read the loop's secret` : null;
}

/** Whose process could read the loop's secret during this step; null if nobody's. */
function exposedTo(step: Step, state: LoopState): string | null {
  switch (step.type) {
    case 'run-agent':
    case 'reflect':
      return isStateHidden(state) ? null : 'the agent';
    case 'verify':
    case 'repeat-checks':
    case 'check-hidden':
    case 'check-pristine':
    case 'reverify':
      return state.room.kind === 'room' ? null : 'checks';
    case 'setup':
      return step.where === 'room' && state.room.kind === 'room' ? null : 'the setup command';
    default:
      return null;
  }
}

/** The agent of the loop runs now, where it could send requests itself: a person has to pause the loop first. */
export function isExposedToAgent(state: LoopState): boolean {
  const current = state.iterations.at(-1);
  const isAtWork = state.status === 'running' && !!current?.run && current.agent === null && !current.cancelled;
  return isAtWork && !isStateHidden(state);
}
