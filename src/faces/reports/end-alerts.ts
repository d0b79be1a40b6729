import { lossesIn } from '../../core/findings/losses.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { compareSeverity } from '../../core/metrics/severity.ts';
import { wordOn } from '../../core/people/statements.ts';
import type { LoopState } from '../../core/state/state.ts';

const SHOWN = 5;

/** What was lost, most severe first: each loss once, by the most telling of its alerts. */
export function alertLines(state: LoopState): string[] {
  const alerts = lossesIn(raisedIn(state))
    .map(({ main }) => main)
    .sort(compareSeverity);
  const lines = alerts.slice(0, SHOWN).map((one) => {
    const place = one.place ? ` (${one.place.path}:${one.place.line})` : '';
    return `${one.severity} in ${iterationList(one.iterations)}${statusOf(state, one)}: ${one.text}${place}`;
  });
  return alerts.length > SHOWN ? [...lines, `and ${alerts.length - SHOWN} more: jumar alerts ${state.id}`] : lines;
}

function statusOf(state: LoopState, alert: Raised): string {
  const { key, marked, approved, approvedIn, iterations, caught, expectedByTask, stillIn } = alert;
  if (marked) return ', marked false';
  if (approved) {
    const reason = wordOn(state, key, 'approve')?.reason;
    const where = approvedIn.length < iterations.length ? ` in ${iterationList(approvedIn)}` : '';
    return `, approved${where}${reason ? ` (${reason})` : ''}`;
  }
  const stays = stillIn === null ? '' : `, still in the working tree (#${stillIn})`;
  return `${caught ? ', caught' : expectedByTask ? ', expected by the task' : ''}${stays}`;
}

const iterationList = (iterations: readonly number[]) =>
  iterations.map((n) => `#${n}`).join(', ') || 'a later iteration';
