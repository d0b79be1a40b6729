/**
 * Environment variables of every process of a supervised run. They identify a run's processes after they left its
 * process group, and tell a command that an agent started it.
 */
export const RUN_MARKER = 'JUMAR_RUN';
export const LOOP_MARKER = 'JUMAR_LOOP';

/** The values are also sent in the watcher's line protocol, so they must not contain spaces or colons. */
export function assertMarkerValue(name: string, value: string): void {
  if (!/^[\w./@+-]{1,200}$/.test(value)) {
    throw new TypeError(`${name} must be 1 to 200 letters, digits or ._/@+-, not ${JSON.stringify(value)}`);
  }
}
