import { readdirSync } from 'node:fs';
import { type BytePath, folderProbe, nameOf, onDisk, splitNul } from '../system/paths.ts';
import { excludeFrom, isOwn } from './exclude-rules.ts';
import { isBuildOutput } from './ignore.ts';
import type { Shadow } from './shadow.ts';

/** Selects ignored files that matter anyway. */
export interface Wanted {
  matches(path: string): boolean;
  /** Whether a glob names this folder, so that it must be searched although git ignores all of it. */
  names(folder: string): boolean;
  /** Names to skip; by default build output and caches. */
  skips?(name: string): boolean;
}

/**
 * Ignored files that match `wanted`. Searches completely ignored folders only if a glob names them. Skips build output
 * and caches by default, because they change with every run.
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

/** Ignored files and folders of the working tree, a folder that is ignored as a whole named once; and empty folders. */
export async function ignoredEntries(
  shadow: Shadow,
  rules: readonly string[],
): Promise<{ ignored: string[]; emptyFolders: string[] }> {
  const [ignored, others] = [await listIgnored(shadow, rules), await listOthers(shadow, rules)];
  return { ignored, emptyFolders: others.filter((path) => isEmptyFolder(onDisk(shadow.root, latin(path)))) };
}

/** Ignored files and folders of the working tree, a folder that is ignored as a whole named once. */
export function listIgnored(shadow: Shadow, rules: readonly string[]): Promise<string[]> {
  return listOthers(shadow, rules, '-i');
}

async function listOthers(shadow: Shadow, rules: readonly string[], ...which: string[]): Promise<string[]> {
  const { stdout } = await shadow.run(['ls-files', '-z', '-o', ...which, '--directory', excludeFrom(shadow, rules)]);
  return splitNul(stdout)
    .filter((path) => !isOwn(`${path}/`))
    .map((path) => text(path.replace(/\/$/, '')));
}

function isEmptyFolder(path: Buffer): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function latin(path: string): BytePath {
  return Buffer.from(path).toString('latin1');
}

function text(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
