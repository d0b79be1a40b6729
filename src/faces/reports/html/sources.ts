import type { SnapshotReader } from '../../../app/snapshots.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { type PayloadFile, packedVersions } from '../../report-page/payload.ts';

export interface Sources {
  compared: number[];
  files: PayloadFile[];
  notes: string[];
}

const MAX_FILE = 200_000;

/**
 * Every version of every file that differs between these iterations, so that the page can compare any two iterations. Files over the
 * budget are omitted and listed; binary and long files have no text.
 */
export async function sourcesOf(
  state: Pick<LoopState, 'id' | 'iterations'>,
  workspace: Pick<SnapshotReader, 'versions' | 'texts' | 'listSnapshots'>,
  budget: number,
): Promise<Sources> {
  const names = new Set((await workspace.listSnapshots(state.id)).map(({ name }) => name));
  const readable = state.iterations.filter(({ n, snapshot }) => snapshot && names.has(String(n)));
  const changedFiles = await workspace.versions(readable.map(({ snapshot }) => snapshot?.tree ?? ''));
  const blobs = [...new Set(changedFiles.flatMap((file) => file.blobs.filter((blob) => blob !== null)))];
  const texts = await workspace.texts(blobs, MAX_FILE);
  const files: PayloadFile[] = [];
  const omitted: string[] = [];
  let used = 0;
  for (const { path, blobs: row } of changedFiles.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const versionBlobs = [...new Set(row.filter((blob) => blob !== null))];
    const versions = packedVersions(versionBlobs.map((blob) => linesOf(texts.get(blob) ?? null)));
    const size = versions.reduce((sum, one) => sum + (one?.lines.join('\n').length ?? 0), 0);
    if (used + size > budget) omitted.push(path);
    else {
      used += size;
      files.push({ path, at: row.map((blob) => (blob === null ? -1 : versionBlobs.indexOf(blob))), versions });
    }
  }
  const prunedIterations = state.iterations
    .filter(({ n, snapshot }) => snapshot && !names.has(String(n)))
    .map(({ n }) => `#${n}`);
  return { compared: readable.map(({ n }) => n), files, notes: [...leftOut(omitted), ...pruned(prunedIterations)] };
}

/** Splits a text into lines; a missing final newline is marked, as git does. */
export function linesOf(text: string | null): string[] | null {
  if (text === null || text === '') return text === null ? null : [];
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines, '\\ No newline at end of file'];
}

function leftOut(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > 20 ? ` and ${paths.length - 20} more` : '';
  return [`Left out to keep this page small: ${paths.slice(0, 20).join(', ')}${more}. \`jumar diff\` shows them.`];
}

function pruned(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`The snapshots of ${names.join(', ')} were pruned.`];
}
