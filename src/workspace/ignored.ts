import { readdirSync } from 'node:fs';
import { isBuildOutput } from './ignore.ts';
import { type BytePath, folderProbe, nameOf, onDisk, splitNul } from './paths.ts';
import { excludeFrom, isOwn } from './scope.ts';
import type { Shadow } from './shadow.ts';

/** Which ignored files matter all the same. */
export interface Wanted {
  matches(path: string): boolean;
  /** A glob names this folder, so that it is worth looking into although git ignores all of it. */
  names(folder: string): boolean;
  /** Names of what never counts; build output and caches where nothing is said. */
  skips?(name: string): boolean;
}

/**
 * Files that the rules ignore and that are wanted all the same. Folders that are ignored as a whole are looked into where
 * a glob names them; build output and caches do not count by default, for they change with every run.
 */
export async function ignoredFiles(shadow: Shadow, rules: readonly string[], wanted: Wanted): Promise<BytePath[]> {
  const args = ['ls-files', '-z', '-o', '-i', '--directory', excludeFrom(shadow, rules)];
  const isFolder = folderProbe(shadow.root);
  const skips = wanted.skips ?? isBuildOutput;
  const found: BytePath[] = [];
  const look = (path: BytePath) => {
    const name = text(path.replace(/\/$/, ''));
    if (isOwn(`${path}/`) || skips(nameOf(name))) return;
    if (!path.endsWith('/')) {
      if (wanted.matches(name)) found.push(path);
    } else if ((wanted.names(name) || wanted.matches(name)) && isFolder(path.slice(0, -1))) {
      for (const entry of readdirSync(onDisk(shadow.root, path), { withFileTypes: true, encoding: 'latin1' })) {
        look(`${path}${entry.name}${entry.isDirectory() ? '/' : ''}`);
      }
    }
  };
  for (const path of splitNul((await shadow.run(args)).stdout)) look(path);
  return found;
}

function text(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
