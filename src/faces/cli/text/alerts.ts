import { alertId } from '../../../app/alert-ids.ts';
import { type Raised, raisedIn } from '../../../core/findings/raised.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { plural } from '../../reports/format.ts';
import type { Paint } from '../../reports/paint.ts';
import { alertsReceipt } from '../../reports/receipt.ts';

export function alertsJson(state: LoopState): string {
  const alerts = raisedIn(state).map((one) => ({ id: alertId(one), ...one }));
  return `${JSON.stringify({ loop: state.id, raised: alerts, ...alertsReceipt(state) }, null, 2)}\n`;
}

/** The alerts of a loop, grouped by the iteration that first had them, each with its status. */
export function alertsText(state: LoopState, paint: Paint): string {
  const alerts = raisedIn(state);
  if (alerts.length === 0) return `${state.id} has no alerts\n`;
  const lines = state.iterations.flatMap(({ n }) => {
    const first = alerts.filter(({ iterations }) => iterations[0] === n);
    return first.length === 0 ? [] : [paint.bold(`#${n}`), ...first.flatMap((one) => entry(one, paint))];
  });
  const open = alerts.some(({ marked, confirmed }) => !marked && !confirmed);
  const hint = open ? ['to dismiss one: jumar alerts mark <id> --false-positive --reason …'] : [];
  return `${[...lines, '', ...rates(alertsReceipt(state)), ...hint].join('\n')}\n`;
}

function entry(one: Raised, paint: Paint): string[] {
  const name = one.source === 'tests' ? 'lost-test' : one.pattern;
  const what = name ? `${name} (${one.type})` : one.type;
  const place = one.place ? [`${one.place.path}:${one.place.line}`] : [];
  const again = one.iterations.slice(1).map((n) => `#${n}`);
  const repeats = again.length > 0 ? [`again in ${again.join(', ')}`] : [];
  const facts = [alertId(one).padEnd(12), one.severity.padEnd(8), what, ...place, ...repeats, ...statusOf(one, paint)];
  return [`  ${facts.join('  ')}`, `      ${one.text}`];
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
    ...(one.confirmed ? [paint.yellow('caught')] : []),
    ...(one.stillIn === null ? [] : [paint.red(`still in the working tree (#${one.stillIn})`)]),
  ];
}

function rates({ guard, alerts: metricAlerts }: ReturnType<typeof alertsReceipt>): string[] {
  return [
    ...(guard.findings > 0 ? [rate('the guard', plural(guard.findings, 'finding'), guard)] : []),
    ...(metricAlerts.raised > 0 ? [rate('measuring', plural(metricAlerts.raised, 'alert'), metricAlerts)] : []),
  ];
}

function rate(
  who: string,
  what: string,
  counts: { confirmed: number; false_positives: number; false_positive_rate: number | null },
): string {
  const share = counts.false_positive_rate === null ? 'unknown' : `${Math.round(counts.false_positive_rate * 100)} %`;
  return `${who}: ${what}, ${counts.confirmed} caught, ${counts.false_positives} marked false; false-positive rate ${share}`;
}
