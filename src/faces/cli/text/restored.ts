import type { RestoreResult } from '../../../app/restore-iteration.ts';
import { plural } from '../../reports/format.ts';

/** What the working tree holds now, and how to restore the previous files. */
export function restoredText({
  loop,
  tree,
  differed,
  paths,
  savedAs,
  movedBack,
  putBack,
  notes,
}: RestoreResult): string {
  const what = /^\d/.test(tree) ? `iteration ${tree} of ${loop}` : `${tree} of ${loop}`;
  const which = tree === '0' ? `${what}, the tree from before the loop` : what;
  return [
    `the working tree now holds ${which}; ${plural(differed, 'path')} differed${named(paths, differed)}\n`,
    ...(movedBack === null ? [] : [`  moved back: ${movedBack.join(', ')}\n`]),
    ...(putBack.length === 0 ? [] : [`  put back as before the agent: ${putBack.join(', ')}\n`]),
    ...notes.map((note) => `  note: ${note}\n`),
    ...(differed > 0 ? [`  the previous files are saved; restore them with: jumar apply ${loop} ${savedAs}\n`] : []),
  ].join('');
}

const SHOWN = 5;

function named(paths: readonly string[], count: number): string {
  const shown = paths.slice(0, SHOWN);
  if (shown.length === 0) return '';
  return `: ${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`;
}
