import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A fingerprint of what decides git's answers about a repository's references: HEAD, the references, the settings, and
 * whether its objects are still there. Null if it cannot be read, or references are not kept in files.
 */
export function repositoryState({ gitDir, commonDir }: { gitDir: string; commonDir: string }): string | null {
  const hash = createHash('sha256');
  try {
    hash.update(readFileSync(join(gitDir, 'HEAD')));
    for (const name of ['packed-refs', 'config', 'shallow', 'objects', 'objects/pack', 'objects/info/alternates'])
      hash.update(stampOf(join(commonDir, name)));
    hash.update(stampOf(join(gitDir, 'config.worktree')));
    addReferences(hash, join(commonDir, 'refs'));
    // Of a linked working tree: references of its own, if it ever had some.
    if (gitDir !== commonDir && existsSync(join(gitDir, 'refs'))) addReferences(hash, join(gitDir, 'refs'));
    return statSync(join(commonDir, 'reftable'), { throwIfNoEntry: false }) ? null : hash.digest('hex');
  } catch {
    return null;
  }
}

/** Git replaces such files, so that a change is another file or another time. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats ? `${path} ${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}\n` : `${path} -\n`;
}

function addReferences(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addReferences(hash, path);
    else hash.update(`${path} `).update(readFileSync(path));
  }
}
