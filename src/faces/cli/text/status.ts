import type { LoopReading } from '../../../app/loop-reading.ts';
import { isAsking } from '../../../core/gates/gate.ts';
import { remedyOf } from '../../../core/recovery/remedy-of.ts';
import { currentIteration, judgedByHand, judgedLaunches } from '../../../core/state/state.ts';
import { byHandText, clockTime, duration, testsLine } from '../../reports/format.ts';
import { heldOutRow } from '../../reports/held-out-row.ts';
import { receiptOf } from '../../reports/receipt.ts';

export function statusJson({ state, owner }: LoopReading): string {
  return `${JSON.stringify({ ...receiptOf(state), pid: owner }, null, 2)}\n`;
}

export function statusText(reading: LoopReading, now: number): string {
  const { state } = reading;
  const judged = state.iterations.filter((iteration) => iteration.decision);
  const last = judged.at(-1);
  const rows: [string, string | null][] = [
    ['status', statusLine(reading, now)],
    ['task', state.task.split('\n')[0] ?? ''],
    [
      'iterations',
      `${judgedLaunches(state)} of ${state.settings.limits.maxIterations}${byHandText(judgedByHand(state))}`,
    ],
    ['best', state.best === null ? 'none yet' : `iteration ${state.best}`],
    ['last', last ? [`#${last.n}`, testsLine(last, state), last.decision?.reason].filter(Boolean).join('  ') : null],
    ['held out', heldOutRow(state)],
    ['try', remedyOf(state)],
    ['asks', state.ended && state.gate ? state.gate.question : null],
    ['answer', state.gate ? `jumar gate approve ${state.id} --reason "…"   # or reject, abort` : null],
    ['time', `${duration(state.activeMs)} of ${state.settings.limits.timeoutMinutes} min`],
    ['log', reading.entry.paths.folder],
    ...reading.notes.map((note): [string, string] => ['note', note]),
  ];
  const lines = rows.filter(([, text]) => text !== null).map(([name, text]) => `  ${name.padEnd(10)} ${text}`);
  return `${state.id}\n${lines.join('\n')}\n`;
}

function statusLine({ status, owner, state }: LoopReading, now: number): string {
  if (status === 'crashed') return `crashed; continue with: jumar resume ${state.id}`;
  if (status === 'running' || status === 'completing') return `${status} (pid ${owner}), ${phase(state, now)}`;
  if (!state.ended) return status;
  const { ending, reason } = state.ended;
  if (reason.startsWith(status)) return reason;
  return `${ending === status ? status : `${status} (${ending})`}: ${reason}`;
}

function phase(state: LoopReading['state'], now: number): string {
  const current = currentIteration(state);
  if (isAsking(state)) return `asks: ${state.gate?.question}`;
  if (state.waiting) return `waiting for ${state.waiting.agent} until ${clockTime(state.waiting.until, now)}`;
  if (!current) return 'taking the baseline';
  if (current.run !== null && !current.agent) return `agent at work in iteration ${current.n}`;
  if (!current.snapshot) return `taking the snapshot of iteration ${current.n}`;
  if (!current.verdicts) return `checking iteration ${current.n}`;
  return `after iteration ${current.n}`;
}
