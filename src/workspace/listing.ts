import { readdirSync } from 'node:fs';
import { type BytePath, onDisk, splitNul } from '../system/paths.ts';
import type { Shadow } from './shadow.ts';

export interface Untracked {
  files: BytePath[];
  /** Entries added to the index only to make git list nested repositories; no file on disk matches them. */
  probes: BytePath[];
  /** What git said about folders that it could not read. */
  warnings: string[];
}

/**
 * Files of the working tree that are not in the index. git prints only the name of a nested repository or submodule, and
 * lists its files only if the index contains one of them: so this adds an entry and runs git again.
 */
export async function listUntracked(shadow: Shadow, excludes: readonly string[]): Promise<Untracked> {
  const probes = new Set<BytePath>();
  for (;;) {
    const { stdout, stderr } = await shadow.run(['ls-files', '-z', '-o', ...excludes]);
    const paths = splitNul(stdout);
    const unseen = paths
      .filter((path) => path.endsWith('/') && holdsFiles(shadow.root, path))
      .map((path) => `${path}.jumar-probe`)
      .filter((path) => !probes.has(path));
    if (unseen.length === 0) {
      return { files: paths.filter((path) => !path.endsWith('/')), probes: [...probes], warnings: warningsIn(stderr) };
    }
    await putProbes(shadow, unseen);
    for (const probe of unseen) probes.add(probe);
  }
}

/** Index entries that may differ from the working tree, because their times or sizes do. */
export async function listTouched(shadow: Shadow): Promise<{ files: BytePath[]; warnings: string[] }> {
  const { stdout, stderr } = await shadow.run(['diff-files', '-z', '--name-only', '--no-renames']);
  return { files: splitNul(stdout), warnings: warningsIn(stderr) };
}

async function putProbes(shadow: Shadow, probes: readonly BytePath[]): Promise<void> {
  const object = '1'.repeat(shadow.objectFormat === 'sha256' ? 64 : 40);
  const input = Buffer.from(probes.map((path) => `100644 ${object} 0\t${path}\0`).join(''), 'latin1');
  await shadow.run(['update-index', '--replace', '-z', '--index-info'], { input });
}

function holdsFiles(root: string, folder: BytePath): boolean {
  try {
    return readdirSync(onDisk(root, folder)).some((name) => name !== '.git');
  } catch {
    return false;
  }
}

function warningsIn(stderr: string): string[] {
  return stderr.split('\n').filter((line) => /Permission denied|could not open|cannot lstat/.test(line));
}
