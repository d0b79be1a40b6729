import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { compareSeverity } from '../../core/metrics/severity.ts';
import { wordOn } from '../../core/people/statements.ts';
import type { LoopState } from '../../core/state/state.ts';

const SHOWN = 5;

/** What the guard and the metrics raised, the gravest first. */
export function raisedLines(state: LoopState): string[] {
  const raised = raisedIn(state).sort(compareSeverity);
  const lines = raised.slice(0, SHOWN).map((one) => {
    const place = one.place ? ` (${one.place.path}:${one.place.line})` : '';
    return `${one.severity} in ${listed(one.iterations)}${standing(state, one)}: ${one.text}${place}`;
  });
  return raised.length > SHOWN ? [...lines, `and ${raised.length - SHOWN} more: jumar alerts ${state.id}`] : lines;
}

function standing(state: LoopState, raised: Raised): string {
  const { key, marked, approved, approvedIn, iterations, confirmed, expectedByTask, stillIn } = raised;
  if (marked) return ', marked false';
  if (approved) {
    const reason = wordOn(state, key, 'approve')?.reason;
    const where = approvedIn.length < iterations.length ? ` in ${listed(approvedIn)}` : '';
    return `, approved${where}${reason ? ` (${reason})` : ''}`;
  }
  const stays = stillIn === null ? '' : `, still in the working tree (#${stillIn})`;
  return `${confirmed ? ', caught' : expectedByTask ? ', expected by the task' : ''}${stays}`;
}

const listed = (iterations: readonly number[]) => iterations.map((n) => `#${n}`).join(', ') || 'a later iteration';
