import type { Verdict } from '../criteria/verdict.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** The share of its budget in which the built-in agent must have run the tests once: else no time is left to search. */
export const TRIAL_SHARE = 0.25;

/** The same for a runner that can be asked for single files: its whole suite is slow only once. */
export const TRIAL_SHARE_BY_FILES = 0.5;

/** For these it has drivers of its own, which run single files and stop early. */
const DRIVEN = new Set(['node:test', 'pytest', 'unittest']);
const ASKED_FOR_FILES = new Set(['vitest', 'jest', 'ava']);

/** How long the tests may take for the built-in agent to search with them. */
export function trialSeconds(budgetSeconds: number, share = TRIAL_SHARE): number {
  return Math.round(budgetSeconds * share);
}

/**
 * Why the built-in agent could only find out that it cannot work, from the baseline's own runs; null if it may, if another
 * agent can take over, or if nothing was measured.
 */
export function whyRepairCannot(state: LoopState, { verdicts }: IterationState): string | null {
  if (state.agents.length === 0 || state.agents.some(({ name }) => name !== 'repair')) return null;
  const { budgetSeconds } = state.settings.repair;
  const runs = (verdicts ?? []).filter(({ outcome, tests }) => outcome === 'fail' && tests !== null);
  const isSlow = ({ runner = '', durationMs }: Verdict) =>
    !DRIVEN.has(runner) && durationMs > budgetSeconds * shareFor(runner) * 1000;
  const [first] = runs;
  if (!first || !runs.every(isSlow)) return null;
  const seconds = Math.round(first.durationMs / 1000);
  const share = shareFor(first.runner);
  const enough = Math.ceil(seconds / share / 10) * 10 + 10;
  const command = state.criteria.find(({ id }) => id === first.criterion)?.text ?? first.criterion;
  return `${command} took ${seconds} s, and the built-in agent can search only with tests that take less than ${trialSeconds(budgetSeconds, share)} s. Give it more time (jumar config set repair.budgetSeconds ${enough}), name a faster command that shows the failure (--until), or another agent`;
}

function shareFor(runner = ''): number {
  return ASKED_FOR_FILES.has(runner) ? TRIAL_SHARE_BY_FILES : TRIAL_SHARE;
}
