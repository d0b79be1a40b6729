import type { LoopEvent } from './events.ts';
import { localFilesText } from './local-changes.ts';

/** Something went wrong beside the loop and did not affect it: people see it, and so does the report. */
export interface Mishap {
  at: number;
  what: string;
}

const MOST = 20;

/** Adds the event's mishap, if it is one; a repeated mishap is listed once, at its last time. */
export function mishapsAfter(mishaps: Mishap[], event: LoopEvent, at: number): Mishap[] {
  const what = mishapIn(event);
  if (what === null) return mishaps;
  return [...mishaps.filter((one) => one.what !== what), { at, what }].slice(-MOST);
}

/** In words; null if all went well. */
export function mishapIn(event: LoopEvent): string | null {
  switch (event.type) {
    case 'notified':
      return event.problem === null ? null : `notification about ${about[event.about]} failed: ${sent(event)}`;
    case 'hook-finished':
      return event.ok ? null : `the ${event.hook} hook failed: ${event.reason} (${event.outputFile})`;
    case 'diff-guarded':
      return event.problem === null ? null : `the guard could not judge iteration ${event.iteration}: ${event.problem}`;
    case 'snapshot-taken':
      return snapshotMishap(event);
    case 'refs-reset':
      return filesMishap(event);
    case 'request-refused':
      return `refused ${event.request}: ${event.why}`;
    default:
      return null;
  }
}

function snapshotMishap({ iteration, leftBehind, localChanges = [] }: Extract<LoopEvent, { type: 'snapshot-taken' }>) {
  const parts = [
    ...(leftBehind === undefined ? [] : [`changed what your own commands run: ${leftBehind.join('; ')}`]),
    ...(localChanges.length === 0
      ? []
      : [`changed files that git ignores, which no snapshot holds: ${localFilesText(localChanges)}`]),
  ];
  return parts.length > 0 ? `iteration ${iteration} ${parts.join('; and ')}` : null;
}

function filesMishap({ restored = [], left = [] }: Extract<LoopEvent, { type: 'refs-reset' }>): string | null {
  const parts = [
    ...(restored.length > 0 ? [`put back as it was before the agent: ${restored.join(', ')}`] : []),
    ...left,
  ];
  return parts.length > 0 ? parts.join('; ') : null;
}

const about = { gate: 'the question', end: 'the end' };

function sent({ channel, problem }: Extract<LoopEvent, { type: 'notified' }>): string {
  return `${channel === 'command' ? 'notify command' : 'webhook'}: ${problem}`;
}
