import { currentIteration, type LoopState } from '../state/state.ts';
import type { Step, VerificationStep } from '../state/step.ts';
import type { HookName } from '../state/verification-settings.ts';

/**
 * The hook that comes before a step: it was asked for and not run yet for the iteration it concerns. A hook that a kill
 * cut short runs again.
 */
export function dueHook(state: LoopState, step: Step | null): VerificationStep | null {
  for (const [hook, iteration] of hooksBefore(state, step)) {
    const command = state.settings.hooks[hook];
    if (command && !state.hooked.includes(`${hook}:${iteration}`)) return { type: 'run-hook', hook, iteration };
  }
  return null;
}

function hooksBefore(state: LoopState, step: Step | null): [HookName, number][] {
  const current = currentIteration(state);
  if (!step) return [['postLoop', current?.n ?? 0]];
  if (state.unsaved || state.abort) return step.type === 'end' ? [['onStop', current?.n ?? 0]] : [];
  if (!current) return [['preLoop', 0]];
  if (current.decision === null) return [];
  const regressed = current.classification === 'regression' || current.decision.action === 'rollback';
  return [
    ['postIteration', current.n],
    ...(regressed ? ([['onRegression', current.n]] as [HookName, number][]) : []),
    ...(step.type === 'run-agent' ? ([['preIteration', step.iteration]] as [HookName, number][]) : []),
    ...(step.type === 'end' ? ([['onStop', current.n]] as [HookName, number][]) : []),
  ];
}
