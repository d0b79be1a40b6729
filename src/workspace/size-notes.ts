import { display, listPaths } from '../system/paths.ts';
import type { Seen } from './modes.ts';
import { bigFile } from './shadow.ts';

/** So much new content in one snapshot is worth a word. */
const MUCH = 512 * 1024 * 1024;

/** What makes snapshots large: files that git would rather not keep, and that are not ignored. */
export function sizeNotes(stored: readonly Seen[]): string[] {
  const large = stored.filter(({ stats }) => stats.size >= bigFile).sort((a, b) => b.stats.size - a.stats.size);
  const bytes = sumOf(stored);
  if (large.length > 0) {
    const paths = listPaths(large.map(({ path }) => path));
    return [`large files are in the snapshots (${megabytes(sumOf(large))}): ${paths}; ${ADVICE}`];
  }
  if (bytes < MUCH) return [];
  const [top, most] = largestFolder(stored);
  return [`${megabytes(bytes)} are new in the snapshots, ${megabytes(most)} of it in ${display(top)}; ${ADVICE}`];
}

const ADVICE = 'if no check needs them as the agent leaves them, list them in .gitignore';

export function megabytes(bytes: number): string {
  const size = bytes / 1024 ** 2;
  return size >= 1024 ? `${(size / 1024).toFixed(1)} GB` : `${Math.round(size)} MB`;
}

function largestFolder(stored: readonly Seen[]): [string, number] {
  const sums = new Map<string, number>();
  for (const { path, stats } of stored) {
    const at = path.indexOf('/');
    const top = at < 0 ? path : path.slice(0, at + 1);
    sums.set(top, (sums.get(top) ?? 0) + stats.size);
  }
  return [...sums].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
}

function sumOf(files: readonly Seen[]): number {
  return files.reduce((sum, { stats }) => sum + stats.size, 0);
}
