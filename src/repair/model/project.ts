import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { isConfig } from '../../guard/index.ts';
import { isForeignPath, isGenerated } from '../../project/skipped-paths.ts';
import { isTestPath, languageOf } from '../../syntax/languages/index.ts';
import { ignoredIn } from './ignored.ts';

/** The project's code as the agent sees it: what it may change, and the tests it may only read. */
export interface SourceTree {
  /** Text by path, of files that may be changed. */
  sources: ReadonlyMap<string, string>;
  tests: ReadonlyMap<string, string>;
}

const GRAMMARS = /^(javascript|typescript|tsx|python)$/;
const CONFIG =
  /(^|\/)(\.[^/]+|[^/]*\.(config|conf|setup|rc)\.[^/]+|conftest\.py|setup\.py|noxfile\.py|[^/]*\.d\.[cm]?ts)$/;
const TEST_FOLDER = /(^|\/)(tests?|__tests__|specs?|__mocks__|fixtures|testing|e2e|bench(marks?)?|examples?)\//;
const MAX_FILES = 5000;

export async function readTree(
  folder: string,
  commands: readonly string[],
  protectedGlobs: readonly string[],
): Promise<SourceTree> {
  const isProtected = protectedGlobs.length > 0 ? picomatch([...protectedGlobs], { dot: true }) : () => false;
  const sources = new Map<string, string>();
  const tests = new Map<string, string>();
  const isIgnored = await ignoredIn(folder);
  for (const path of await listFiles(folder)) {
    if (isIgnored(path)) continue;
    const text = await readFile(join(folder, path), 'utf8').catch(() => null);
    if (text === null || isGenerated(text)) continue;
    if (isTestPath(path) || TEST_FOLDER.test(path)) tests.set(path, text);
    else if (!isConfig(path) && !CONFIG.test(path) && !isProtected(path) && !isNamed(path, commands))
      sources.set(path, text);
  }
  return { sources, tests };
}

/** A file named in a criterion's command is part of the check. */
function isNamed(path: string, commands: readonly string[]): boolean {
  return commands.some((command) => command.split(/[\s'"=;&|]+/).some((word) => word.replace(/^\.\//, '') === path));
}

export async function listFiles(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (paths.length >= MAX_FILES || (entry.isDirectory() && entry.name.startsWith('.'))) continue;
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isForeignPath(entry.isDirectory() ? `${inner}/` : inner)) continue;
      if (entry.isDirectory()) await visit(inner);
      else if (entry.isFile() && GRAMMARS.test(languageOf(inner)?.grammar ?? '')) paths.push(inner);
    }
  };
  await visit('');
  return paths.sort();
}

export function treeWith(tree: SourceTree, changes: readonly { path: string; after: string }[]): SourceTree {
  return { ...tree, sources: new Map([...tree.sources, ...changes.map(({ path, after }) => [path, after] as const)]) };
}

/** Identifies a whole tree, so that no program is tried twice. Cheap to update when one file changes. */
export type Digest = bigint;

export function digestOf({ sources, tests }: SourceTree): Digest {
  let digest = 0n;
  for (const [path, text] of [...sources, ...tests]) digest ^= fileDigest(path, text);
  return digest;
}

/** The digest after some files changed. */
export function digestAfter(
  digest: Digest,
  changes: readonly { path: string; before: string; after: string }[],
): Digest {
  return changes.reduce(
    (sum, { path, before, after }) => sum ^ fileDigest(path, before) ^ fileDigest(path, after),
    digest,
  );
}

function fileDigest(path: string, text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(`${path}\0${text}`).digest('hex').slice(0, 32)}`);
}
