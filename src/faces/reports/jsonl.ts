import type { Reporter } from './reporter.ts';

/** Every recorded event as one line of JSON, for machines; agent activity in between has no `seq`. */
export function jsonlReporter(write: (line: string) => void): Reporter {
  return {
    onEvent({ seq, at, event }) {
      write(`${JSON.stringify({ seq, at: new Date(at).toISOString(), ...event })}\n`);
    },
    onActivity(activity) {
      if (activity.type !== 'agent-activity' || activity.event.type === 'raw') return;
      write(`${JSON.stringify(activity)}\n`);
    },
  };
}
