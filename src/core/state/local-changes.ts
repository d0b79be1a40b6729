import type { EventOf } from './events.ts';

const MAX_NAMES = 8;

type LocalChange = NonNullable<EventOf<'snapshot-taken'>['localChanges']>[number];

/** `.env (removed), notes.local (changed)`. */
export function localFilesText(changes: readonly LocalChange[]): string {
  const names = changes.slice(0, MAX_NAMES).map(({ path, what, undoable }) => {
    return `${path} (${what}${undoable ? '' : ', no copy'})`;
  });
  return `${names.join(', ')}${changes.length > MAX_NAMES ? ` and ${changes.length - MAX_NAMES} more` : ''}`;
}
