import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathRules } from '../../system/path-rules.ts';
import { statIfThere } from '../../system/stat-if-there.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { copyEntries } from './copy-entries.ts';

/**
 * Brings ignored files that a person chose by `room.carry` from the workspace into the room as they are there now.
 * `record` is a file that remembers which they were.
 */
export async function carryFiles(
  globs: readonly string[],
  { workspace, from, to, record }: { workspace: GitWorkspace; from: string; to: string; record: string },
  commit: string,
): Promise<void> {
  if (globs.length === 0) return;
  const wanted = { ...pathRules(globs), skips: () => false };
  const paths = await workspace.matchingIgnoredFiles(commit, wanted);
  const before = JSON.parse(await readFile(record, 'utf8').catch(() => '[]')) as string[];
  const current = new Set(paths);
  for (const path of before) if (!current.has(path)) await rm(join(to, path), { force: true });
  const different = paths.filter((path) => looks(join(from, path)) !== looks(join(to, path)));
  await copyEntries(from, to, different);
  await writeFile(record, JSON.stringify(paths));
}

function looks(path: string): string | null {
  const stats = statIfThere(path);
  return stats ? `${stats.size} ${stats.mode} ${stats.mtimeMs}` : null;
}
