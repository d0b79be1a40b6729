import type { LoopReading } from '../../../app/loop-reading.ts';
import type { LoopStatus } from '../../../app/loop-status.ts';
import type { Phase } from '../../../core/analytics/overview.ts';
import { statusWord } from '../../../core/state/status-word.ts';
import { byHandText, clockTime, duration, testsMovedText } from '../../reports/format.ts';
import { heldOutNowText } from '../../reports/held-out-row.ts';
import { receiptOf } from '../../reports/receipt.ts';

export function statusJson({ state, owner }: LoopReading): string {
  return `${JSON.stringify({ ...receiptOf(state), pid: owner }, null, 2)}\n`;
}

export function statusText(loop: LoopStatus, now: number): string {
  const { summary, overview } = loop;
  const { id, best } = summary;
  const { last, question, timeoutMinutes } = overview;
  const rows: [string, string | null][] = [
    ['status', statusLine(loop, now)],
    ['task', summary.task.split('\n')[0] ?? ''],
    ['iterations', `${summary.iterations} of ${summary.maxIterations}${byHandText(summary.byHand)}`],
    ['best', best === null ? 'none yet' : `iteration ${best}`],
    ['last', last ? [`#${last.n}`, testsMovedText(last.tests), last.reason].filter(Boolean).join('  ') : null],
    ['held out', heldOutNowText(overview.heldOut)],
    ['try', overview.remedy],
    ['asks', summary.ending !== null ? question : null],
    ['answer', question !== null ? `jumar gate approve ${id} --reason "…"   # or reject, abort` : null],
    ['time', `${duration(summary.activeMs)} of ${timeoutMinutes} min`],
    ['log', loop.folder],
    ...loop.notes.map((note): [string, string] => ['note', note]),
  ];
  const lines = rows.filter(([, text]) => text !== null).map(([name, text]) => `  ${name.padEnd(10)} ${text}`);
  return `${id}\n${lines.join('\n')}\n`;
}

function statusLine({ status, owner, summary, overview }: LoopStatus, now: number): string {
  if (status === 'crashed') return `crashed; continue with: jumar resume ${summary.id}`;
  if (status === 'running' || status === 'completing') return `${status} (pid ${owner}), ${phaseText(overview, now)}`;
  const { ending, reason } = summary;
  const word = statusWord(status);
  if (ending === null || reason === null) return word;
  if (reason.startsWith(status)) return reason;
  return `${ending === status || status === 'blocked' ? word : `${word} (${ending})`}: ${reason}`;
}

function phaseText({ phase, question }: LoopStatus['overview'], now: number): string {
  if (phase.kind === 'asks') return `asks: ${question}`;
  if (phase.kind === 'waits') return `waiting for ${phase.agent} until ${clockTime(phase.until, now)}`;
  return `${phases[phase.kind]}${phase.kind === 'baseline' ? '' : ` ${phase.iteration}`}`;
}

const phases: Record<Exclude<Phase['kind'], 'asks' | 'waits'>, string> = {
  baseline: 'taking the baseline',
  agent: 'agent at work in iteration',
  snapshot: 'taking the snapshot of iteration',
  checks: 'checking iteration',
  judged: 'after iteration',
};
