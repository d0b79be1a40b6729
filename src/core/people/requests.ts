import { isStateHidden } from '../state/cell.ts';
import { hasRunAgent, type LoopState } from '../state/state.ts';
import type { Step } from '../state/step.ts';

/**
 * Why a request to a running loop is refused now; null if it is not. What stops a loop does no harm whoever sends
 * it. What changes how it is judged needs the loop's secret, and that proves nothing while the agent, or code that it
 * wrote, runs where it can read the secret.
 */
export function doubtIn(request: { type: string }, step: Step | null, state: LoopState): string | null {
  if (request.type !== 'gate' && request.type !== 'settings') return null;
  const what = step && exposedTo(step, state);
  return what ? `it came while ${what}, which can read the loop's secret` : null;
}

/** Whose process could read the loop's secret during this step; null if nobody's. */
function exposedTo(step: Step, state: LoopState): string | null {
  switch (step.type) {
    case 'run-agent':
    case 'reflect':
      return isStateHidden(state) ? null : 'the agent ran';
    case 'verify':
    case 'repeat-checks':
    case 'check-hidden':
    case 'check-pristine':
    case 'check-held-out':
    case 'flip-expectations':
    case 'check-new-tests':
    case 'check-task-tests':
    case 'test-mutants':
    case 'reverify':
      return state.room.kind === 'room' ? leftBehind(state) : 'checks ran';
    case 'setup':
      return step.where === 'room' && state.room.kind === 'room' ? leftBehind(state) : 'the setup command ran';
    // It runs in the workspace, whose code may be the agent's.
    case 'run-hook':
      return 'a hook ran';
    case 'save-workspace':
    case 'restore':
    case 'take-snapshot':
    case 'guard':
    case 'judge':
    case 'recall':
    case 'reinforce':
    case 'diagnose':
    case 'adapt':
    case 'open-gate':
    case 'notify':
    case 'end':
    case 'hold-out':
    case 'reveal-tests':
    case 'put-back':
    case 'reset-refs':
      return leftBehind(state);
    // A person's turn: nobody could answer otherwise.
    case 'wait':
    case 'ask':
      return null;
  }
}

/** Without a cell, processes of the agent are ended as far as their marks lead; one may still be there. */
function leftBehind(state: LoopState): string | null {
  return isStateHidden(state) || !hasRunAgent(state) ? null : 'a process that the agent left may have run';
}

/** A process of the agent could send requests itself: a person has to pause the loop first. */
export function isExposedToAgent(state: LoopState): boolean {
  const isPersonsTurn = state.waiting !== null || state.gate !== null;
  return state.status === 'running' && !isPersonsTurn && hasRunAgent(state) && !isStateHidden(state);
}
