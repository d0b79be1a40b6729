import { wantsCell } from '../../core/state/cell.ts';
import type { LoopState } from '../../core/state/state.ts';

/** Says where checks and agent run, unless it is as safe as asked for. */
export function roomLines(state: Pick<LoopState, 'room' | 'cell' | 'settings'>): string[] {
  const { cell, settings } = state;
  const problem = wantsCell(state) ? (cell?.problem ?? null) : null;
  const { carry } = settings.room;
  return [
    ...checkLines(state.room),
    ...(carry.length > 0 ? [`  carried ${carry.join(', ')}: ignored files count as the agent leaves them`] : []),
    ...(problem === null ? [] : [`  agent   without a cell (${problem})`]),
  ];
}

function checkLines({ kind, why }: LoopState['room']): string[] {
  const reason = why === null ? '' : ` (${why})`;
  if (kind === 'room') return [];
  if (kind === 'copy') return [`  checks  in a copy of the workspace${reason}; jumar doctor says how to get a room`];
  return [`  checks  in place, where the agent works${reason}`];
}

/** For every report: what is kept was checked where the agent worked. */
export function inPlaceText({ iterations, best, room }: LoopState): string | null {
  const { kind, why } = iterations[best ?? -1]?.checkedIn ?? room;
  if (kind !== 'in place' || why === null) return null;
  return `checked in place, where the agent works (${why}): what it left in ignored files counts`;
}

/** What checks of this iteration may have missed where they ran, unless an earlier one missed it too. */
export function newAdvice({ iterations }: LoopState, iteration: number): string[] {
  const adviceIn = (n: number) => (iterations[n]?.verdicts ?? []).flatMap(({ advice = [] }) => advice);
  const earlier = new Set(iterations.slice(0, iteration).flatMap(({ n }) => adviceIn(n)));
  return [...new Set(adviceIn(iteration))].filter((text) => !earlier.has(text));
}
