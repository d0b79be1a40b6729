import type { LoopEvent } from './events.ts';

/** Something beside the loop that went wrong and changed nothing of it: people hear of it, and so does the report. */
export interface Mishap {
  at: number;
  what: string;
}

const MOST = 20;

/** What has gone wrong after one more event; the same thing again is told once, when it last happened. */
export function mishapsAfter(mishaps: Mishap[], event: LoopEvent, at: number): Mishap[] {
  const what = mishapIn(event);
  if (what === null) return mishaps;
  return [...mishaps.filter((one) => one.what !== what), { at, what }].slice(-MOST);
}

/** In words; null where all went well. */
export function mishapIn(event: LoopEvent): string | null {
  switch (event.type) {
    case 'notified':
      return event.problem === null ? null : `nobody was told of ${about[event.about]} by the ${sent(event)}`;
    case 'hook-finished':
      return event.ok ? null : `the ${event.hook} hook failed: ${event.reason} (${event.outputFile})`;
    case 'diff-guarded':
      return event.problem === null ? null : `the guard could not judge iteration ${event.iteration}: ${event.problem}`;
    default:
      return null;
  }
}

const about = { gate: 'the question', end: 'the end' };

function sent({ channel, problem }: Extract<LoopEvent, { type: 'notified' }>): string {
  return `${channel === 'command' ? 'notify command' : 'webhook'}: ${problem}`;
}
