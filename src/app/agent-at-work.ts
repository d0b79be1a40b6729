import { currentIteration, type LoopState } from '../core/state/state.ts';

export function isAgentAtWork(state: LoopState): boolean {
  const current = currentIteration(state);
  return state.status === 'running' && !!current?.run && current.agent === null && !current.cancelled;
}
