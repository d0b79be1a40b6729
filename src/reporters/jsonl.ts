import type { Reporter } from './reporter.ts';

/** Every recorded event as one line of JSON, for machines. */
export function jsonlReporter(write: (line: string) => void): Reporter {
  return {
    onEvent({ seq, at, event }) {
      write(`${JSON.stringify({ seq, at: new Date(at).toISOString(), ...event })}\n`);
    },
  };
}
