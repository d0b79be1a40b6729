import type { FileModel } from '../../syntax/model.ts';
import type { Change } from '../finding/types.ts';
import { similarity } from './similarity.ts';

export interface FilePair {
  path: string;
  oldPath: string;
  before: FileModel | null;
  after: FileModel | null;
}

/** Joins the two sides of each file; a deleted file is paired with the added one that is most like it. */
export function alignFiles(sides: { change: Change; before: FileModel | null; after: FileModel | null }[]): FilePair[] {
  const pairs = sides.map(({ change, before, after }) => ({
    path: change.path,
    oldPath: change.oldPath ?? change.path,
    before,
    after,
  }));
  const deletedFiles = pairs.filter((pair) => pair.before && !pair.after);
  const addedFiles = pairs.filter((pair) => pair.after && !pair.before);
  const scored = deletedFiles
    .flatMap((from) => addedFiles.map((to) => ({ from, to, score: likeness(from, to) })))
    .filter((one) => one.score >= 0.5)
    .sort((a, b) => b.score - a.score);
  const used = new Set<FilePair>();
  for (const { from, to } of scored) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    to.before = from.before;
    to.oldPath = from.oldPath;
  }
  return pairs.filter((pair) => !(used.has(pair) && !pair.after));
}

function likeness(from: FilePair, to: FilePair): number {
  const a = from.before!;
  const b = to.after!;
  if (a.language !== b.language) return 0;
  const same = base(from.path) === base(to.path) ? 0.2 : 0;
  return similarity(a.tokens, b.tokens) + same;
}

const base = (path: string): string => path.split('/').at(-1)!;
