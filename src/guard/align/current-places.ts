import type { FileModel, FunctionModel } from '../../syntax/model.ts';
import type { Change } from '../finding/types.ts';
import type { FunctionAlignment } from './functions.ts';

/** A range of lines in the later snapshot, inclusive. */
export interface LineRange {
  path: string;
  from: number;
  to: number;
}

/**
 * Where a line of a function is now. In unchanged files: at the same place. In others: at its place in the same function,
 * or if that was rewritten, the whole function. Null if the function is gone or the place is unknown.
 */
export function currentPlaces(
  changes: readonly Change[],
  { pairs }: FunctionAlignment,
): (path: string, line: number) => LineRange | null {
  const changed = new Set(changes.map((change) => change.oldPath ?? change.path));
  const places = new Map<string, Map<number, LineRange>>();
  // Inner functions come last: they are more precise.
  const outerFirst = [...pairs].sort((a, b) => length(b.before.function) - length(a.before.function));
  for (const { before, after } of outerFirst) {
    if (before.function.name === '<file>' || after.function.name === '<file>') continue;
    const oldExtent = extent(before.file, before.function);
    const newExtent = extent(after.file, after.function);
    const isSame =
      oldExtent.to - oldExtent.from === newExtent.to - newExtent.from &&
      before.function.tokens.join(' ') === after.function.tokens.join(' ');
    const own = places.get(before.path) ?? new Map<number, LineRange>();
    places.set(before.path, own);
    for (let line = oldExtent.from; line <= oldExtent.to; line++) {
      const at = newExtent.from + line - oldExtent.from;
      own.set(line, { path: after.path, ...(isSame ? { from: at, to: at } : newExtent) });
    }
  }
  return (path, line) => (changed.has(path) ? (places.get(path)?.get(line) ?? null) : { path, from: line, to: line });
}

const length = ({ start, end }: FunctionModel): number => end - start;

function extent({ source }: FileModel, { start, end }: FunctionModel): { from: number; to: number } {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  return { from: lineAt(start), to: lineAt(end) };
}
