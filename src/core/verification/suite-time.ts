import type { IterationState, LoopState } from '../state/state.ts';

/** Why these criteria are not run a second time without being asked for: they take too long. Null if they may. */
export function whyNotAgain(
  ids: readonly string[],
  { settings }: Pick<LoopState, 'settings'>,
  { verdicts }: Pick<IterationState, 'verdicts'>,
): string | null {
  const durations = [...new Set(ids)].map((id) => verdicts?.find(({ criterion }) => criterion === id)?.durationMs ?? 0);
  const minutes = durations.reduce((sum, one) => sum + one, 0) / 60_000;
  const { maxMinutes } = settings.verify;
  return minutes > maxMinutes
    ? `the criteria take ${minutes.toFixed(1)} minutes, more than verify.maxMinutes (${maxMinutes})`
    : null;
}
