import { alertId } from '../../../app/alert-ids.ts';
import { findingKey, findingsIn } from '../../../core/findings/blockers.ts';
import { type Loss, lossesIn } from '../../../core/findings/losses.ts';
import { type Raised, raisedIn } from '../../../core/findings/raised.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { plural } from '../../reports/format.ts';
import type { Paint } from '../../reports/paint.ts';
import { alertsReceipt } from '../../reports/receipt.ts';

/** Alerts with the same `loss` say the same: one of them, the most telling, gives it its id. */
export function alertsJson(state: LoopState): string {
  const raised = raisedIn(state);
  const losses = lossesIn(raised);
  const lossOf = (one: Raised) => losses.find((loss) => loss.raised.includes(one))?.main ?? one;
  const alerts = raised.map((one) => ({ id: alertId(one), loss: alertId(lossOf(one)), ...one }));
  return `${JSON.stringify({ loop: state.id, raised: alerts, ...alertsReceipt(state) }, null, 2)}\n`;
}

/** The alerts of a loop, grouped by the iteration that first had them, each with its status. */
export function alertsText(state: LoopState, paint: Paint): string {
  const losses = lossesIn(raisedIn(state));
  if (losses.length === 0) return `${state.id} has no alerts\n`;
  const lines = state.iterations.flatMap(({ n }) => {
    const first = losses.filter(({ main }) => main.iterations[0] === n);
    return first.length === 0
      ? []
      : [paint.bold(`#${n}`), ...first.flatMap((loss) => entry(loss, changedLines(state, loss), paint))];
  });
  const open = losses.some(({ main }) => !main.marked && !main.caught);
  const hint = open ? ['to dismiss one: jumar alerts mark <id> --false-positive --reason …'] : [];
  return `${[...lines, '', ...rates(alertsReceipt(state)), ...hint].join('\n')}\n`;
}

/** The first line that a finding is about, as it was and as it is. */
function changedLines(state: LoopState, { main: { key, iterations } }: Loss): { before: string; after: string } | null {
  const iteration = state.iterations[iterations[0] ?? 0];
  const finding = iteration && findingsIn(iteration).find(({ id }) => findingKey(id) === key);
  if (!finding) return null;
  const [before, after] = [finding.excerptBefore, finding.excerptAfter].map((text) =>
    text.split('\n').map((line) => line.trim()),
  ) as [string[], string[]];
  const at = Math.max(
    0,
    before.findIndex((line, index) => line !== after[index]),
  );
  return { before: before[at] ?? '', after: after[at] ?? '' };
}

/** The most telling alert with one line of what changed, and below it what else says the same. */
function entry({ main: one, raised }: Loss, lines: ReturnType<typeof changedLines>, paint: Paint): string[] {
  const name = one.source === 'tests' ? 'lost-test' : one.pattern;
  const what = name ? `${name} (${one.type})` : one.type;
  const place = one.place ? [`${one.place.path}:${one.place.line}`] : [];
  const again = one.iterations.slice(1).map((n) => `#${n}`);
  const repeats = again.length > 0 ? [`again in ${again.join(', ')}`] : [];
  const facts = [alertId(one).padEnd(12), one.severity.padEnd(8), what, ...place, ...repeats, ...statusOf(one, paint)];
  const more = raised.slice(1).map((other) => `      ${paint.dim(`${alertId(other).padEnd(12)}  ${other.text}`)}`);
  const changed = [
    ...(lines?.before ? [paint.red(`      - ${lines.before}`)] : []),
    ...(lines?.after && lines.after !== lines.before ? [paint.green(`      + ${lines.after}`)] : []),
  ];
  return [`  ${facts.join('  ')}`, `      ${one.text}`, ...changed, ...more];
}

function statusOf(one: Raised, paint: Paint): string[] {
  if (one.marked) return [paint.green(`false positive${one.marked.reason ? `: ${one.marked.reason}` : ''}`)];
  if (one.approved) {
    const where = one.approvedIn.map((n) => `#${n}`).join(', ');
    return [paint.green(one.approvedIn.length === one.iterations.length ? 'approved' : `approved in ${where}`)];
  }
  return [
    ...(one.blocking ? [paint.red('blocks')] : []),
    ...(one.expectedByTask ? ['expected by the task'] : []),
    ...(one.caught ? [paint.yellow('caught')] : []),
    ...(one.stillIn === null ? [] : [paint.red(`still in the working tree (#${one.stillIn})`)]),
  ];
}

function rates({ guard, alerts, losses }: ReturnType<typeof alertsReceipt>): string[] {
  const { caught, confirmed, false_positives: marked, false_positive_rate: rate } = losses;
  const sources = [
    ...(guard.findings > 0 ? [`${guard.findings} by the guard`] : []),
    ...(alerts.raised > 0 ? [`${alerts.raised} by measuring`] : []),
  ];
  const people = `${confirmed} confirmed by a person, ${marked} marked false`;
  const share = rate === null ? 'unknown until a person decides' : `${Math.round(rate * 100)} %`;
  return [
    `${plural(losses.raised, 'alert')}: ${sources.join(', ')}; ${caught} caught, ${people}; false-positive rate ${share}`,
  ];
}
