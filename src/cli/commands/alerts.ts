import { type Raised, raisedIn } from '../../core/raised.ts';
import { plural } from '../../reporters/format.ts';
import { type Paint, paintFor } from '../../reporters/paint.ts';
import { raisedReceipt } from '../../reporters/receipt.ts';
import { alertId } from '../alert-ids.ts';
import type { CommandContext } from '../context.ts';
import { readLoop } from '../loop-reading.ts';
import { say } from '../output.ts';

/** What a loop raised, each under the iteration in which it was first seen, with what came of it. */
export default async function alerts(
  context: CommandContext,
  id: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const { state } = await readLoop(context, id);
  const raised = raisedIn(state);
  const receipt = raisedReceipt(state);
  if (json) {
    const list = raised.map((one) => ({ id: alertId(one), ...one }));
    context.stdout.write(`${JSON.stringify({ loop: state.id, raised: list, ...receipt }, null, 2)}\n`);
    return 0;
  }
  if (raised.length === 0) {
    context.stdout.write(`${state.id} has raised no alert\n`);
    return 0;
  }
  const paint = paintFor(context.stdout, context.env);
  const lines = state.iterations.flatMap(({ n }) => {
    const first = raised.filter(({ iterations }) => iterations[0] === n);
    return first.length === 0 ? [] : [paint.bold(`#${n}`), ...first.flatMap((one) => entry(one, paint))];
  });
  say(context, `${[...lines, '', ...rates(receipt)].join('\n')}\n`);
  if (raised.some(({ marked, confirmed }) => !marked && !confirmed))
    say(context, 'one that is wrong: jumar alerts mark <id> --false-positive --reason …\n');
  return 0;
}

function entry(one: Raised, paint: Paint): string[] {
  const name = one.source === 'tests' ? 'lost-test' : one.pattern;
  const what = name ? `${name} (${one.type})` : one.type;
  const place = one.place ? [`${one.place.path}:${one.place.line}`] : [];
  const again = one.iterations.slice(1).map((n) => `#${n}`);
  const seen = again.length > 0 ? [`again in ${again.join(', ')}`] : [];
  const facts = [alertId(one).padEnd(12), one.severity.padEnd(8), what, ...place, ...seen, ...standing(one, paint)];
  return [`  ${facts.join('  ')}`, `      ${one.text}`];
}

function standing(one: Raised, paint: Paint): string[] {
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

function rates({ guard, alerts: measured }: ReturnType<typeof raisedReceipt>): string[] {
  return [
    ...(guard.findings > 0 ? [rate('the guard', plural(guard.findings, 'finding'), guard)] : []),
    ...(measured.raised > 0 ? [rate('measuring', plural(measured.raised, 'alert'), measured)] : []),
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
