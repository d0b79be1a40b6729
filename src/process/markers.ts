/**
 * The variables that every process of a supervised run carries. They are how a run's processes are found again after
 * they left its process group, and how a command knows that it was called from beneath an agent.
 */
export const RUN_MARKER = 'JUMAR_RUN';
export const LOOP_MARKER = 'JUMAR_LOOP';

/** The identifiers also travel in the watcher's line protocol, hence neither blanks nor colons. */
export function assertMarkerValue(name: string, value: string): void {
  if (!/^[\w./@+-]{1,200}$/.test(value)) {
    throw new TypeError(`${name} must be 1 to 200 letters, digits or ._/@+-, not ${JSON.stringify(value)}`);
  }
}
