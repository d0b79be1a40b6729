import { isAsking } from '../../core/gate.ts';
import { currentIteration, judgedByHand, judgedLaunches } from '../../core/state.ts';
import { byHandText, clockTime, duration, testsLine } from '../../reporters/format.ts';
import { receiptOf } from '../../reporters/receipt.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { say } from '../output.ts';

export default async function status(
  context: CommandContext,
  id: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const reading = await readLoop(context, id);
  const { state } = reading;
  if (json) {
    context.stdout.write(`${JSON.stringify({ ...receiptOf(state), pid: reading.owner }, null, 2)}\n`);
    return 0;
  }
  const judged = state.iterations.filter((iteration) => iteration.decision);
  const last = judged.at(-1);
  const rows: [string, string | null][] = [
    ['status', statusText(reading)],
    ['task', state.task.split('\n')[0] ?? ''],
    [
      'iterations',
      `${judgedLaunches(state)} of ${state.settings.limits.maxIterations}${byHandText(judgedByHand(state))}`,
    ],
    ['best', state.best === null ? 'none yet' : `iteration ${state.best}`],
    ['last', last ? [`#${last.n}`, testsLine(last, state), last.decision?.reason].filter(Boolean).join('  ') : null],
    ['asks', state.ended && state.gate ? state.gate.question : null],
    ['answer', state.gate ? `jumar gate approve ${state.id} --reason "…"   # or reject, abort` : null],
    ['time', `${duration(state.activeMs)} of ${state.settings.limits.timeoutMinutes} min`],
    ['log', reading.entry.paths.folder],
    ...reading.notes.map((note): [string, string] => ['note', note]),
  ];
  const shown = rows.filter(([, text]) => text !== null).map(([name, text]) => `  ${name.padEnd(10)} ${text}`);
  say(context, `${state.id}\n${shown.join('\n')}\n`);
  return 0;
}

function statusText({ status, owner, state }: LoopReading): string {
  if (status === 'crashed') return `crashed; go on with: jumar resume ${state.id}`;
  if (status === 'running' || status === 'completing') return `${status} (pid ${owner}), ${phase(state)}`;
  if (!state.ended) return status;
  const { ending, reason } = state.ended;
  if (reason.startsWith(status)) return reason;
  return `${ending === status ? status : `${status} (${ending})`}: ${reason}`;
}

function phase(state: LoopReading['state']): string {
  const current = currentIteration(state);
  if (isAsking(state)) return `asks: ${state.gate?.question}`;
  if (state.waiting) return `waiting for ${state.waiting.agent} until ${clockTime(state.waiting.until, Date.now())}`;
  if (!current) return 'taking the baseline';
  if (current.run !== null && !current.agent) return `agent at work in iteration ${current.n}`;
  if (!current.snapshot) return `taking the snapshot of iteration ${current.n}`;
  if (!current.verdicts) return `checking iteration ${current.n}`;
  return `after iteration ${current.n}`;
}
