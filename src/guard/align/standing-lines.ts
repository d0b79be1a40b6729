import type { FileModel, FunctionModel } from '../model.ts';
import type { Change } from '../types.ts';
import type { FunctionAlignment } from './functions.ts';

/** Lines of the later snapshot, the last one included. */
export interface Stretch {
  path: string;
  from: number;
  to: number;
}

/**
 * Where a line of a function stands now. In files that did not change, where it stood; in others, at its place in the
 * same function; the whole function where that was rewritten. Null where the function is gone, or nobody can tell.
 */
export function standingLines(
  changes: readonly Change[],
  { pairs }: FunctionAlignment,
): (path: string, line: number) => Stretch | null {
  const changed = new Set(changes.map((change) => change.oldPath ?? change.path));
  const places = new Map<string, Map<number, Stretch>>();
  // Inner functions come last: they say more exactly where their lines went.
  const outerFirst = [...pairs].sort((a, b) => length(b.before.function) - length(a.before.function));
  for (const { before, after } of outerFirst) {
    if (before.function.name === '<file>' || after.function.name === '<file>') continue;
    const was = extent(before.file, before.function);
    const is = extent(after.file, after.function);
    const isSame =
      was.to - was.from === is.to - is.from && before.function.tokens.join(' ') === after.function.tokens.join(' ');
    const own = places.get(before.path) ?? new Map<number, Stretch>();
    places.set(before.path, own);
    for (let line = was.from; line <= was.to; line++) {
      const at = is.from + line - was.from;
      own.set(line, { path: after.path, ...(isSame ? { from: at, to: at } : is) });
    }
  }
  return (path, line) => (changed.has(path) ? (places.get(path)?.get(line) ?? null) : { path, from: line, to: line });
}

const length = ({ start, end }: FunctionModel): number => end - start;

function extent({ source }: FileModel, { start, end }: FunctionModel): { from: number; to: number } {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  return { from: lineAt(start), to: lineAt(end) };
}
