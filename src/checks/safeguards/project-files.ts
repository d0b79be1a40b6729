import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitWorkspace } from '../../workspace/index.ts';

/** Files of the project, on disk or in a snapshot. Paths are relative to its root. */
export interface ProjectFiles {
  /** Null if there is no such file. */
  text(path: string): Promise<string | null>;
  /** Every package.json, except those of dependencies. */
  manifests(): Promise<string[]>;
}

const MAX_DEPTH = 4;
const NOT_OWN = /^(?:node_modules|\.git|\.jumar|vendor|dist|build)$/;

export function filesOnDisk(root: string): ProjectFiles {
  return {
    text: (path) => readFile(join(root, path), 'utf8').catch(() => null),
    manifests: () => manifestsBelow(root, '', 0),
  };
}

export function filesAt(workspace: Pick<GitWorkspace, 'fileAt' | 'paths'>, commit: string): ProjectFiles {
  return {
    text: async (path) => (await workspace.fileAt(commit, path))?.toString('utf8') ?? null,
    manifests: async () => (await workspace.paths(commit)).filter(isManifest),
  };
}

function isManifest(path: string): boolean {
  const folders = path.split('/');
  return folders.pop() === 'package.json' && !folders.some((name) => NOT_OWN.test(name));
}

async function manifestsBelow(root: string, folder: string, depth: number): Promise<string[]> {
  if (depth > MAX_DEPTH) return [];
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && !NOT_OWN.test(entry.name));
  const own = entries.some(({ name }) => name === 'package.json') ? [join(folder, 'package.json')] : [];
  const inner = await Promise.all(below.map(({ name }) => manifestsBelow(root, join(folder, name), depth + 1)));
  return [...own, ...inner.flat()];
}
