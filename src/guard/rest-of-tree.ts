import { isTestPath } from '../syntax/languages/index.ts';
import type { RestOfTree, Unjudged } from './finding/types.ts';
import type { Trees } from './git.ts';
import { git } from './git.ts';
import { readBlobs, readFromDisk, type Side, textIn } from './git-blobs.ts';
import type { Entry } from './git-diff.ts';
import { byRelevance } from './relevance.ts';

/** Files read for one question. */
const most = 200;

/** Searches the unchanged files with git. Reads nothing until something seems to be missing. Throws if git fails. */
export const restOfTree = (root: string, trees: Trees, entries: readonly Entry[]): RestOfTree => {
  const { before, after } = trees;
  const changed = new Set(entries.map(({ path }) => path));
  const leftOut = new Map<string, Unjudged>();
  const where = after === null ? ['--untracked'] : after === 'index' ? ['--cached'] : [];
  const tree = after === null || after === 'index' ? [] : [after];
  const pathIn = (line: string): string => (tree.length > 0 ? line.slice(line.indexOf(':') + 1) : line);
  /** Every file counts as text: attributes of the change must not hide one. */
  const search = async (how: string[], texts: string[]): Promise<string[]> => {
    if (texts.length === 0) return [];
    const arguments_ = ['grep', '-z', '--text', '-F', ...how, ...where, '-f', '-', ...tree, '--'];
    const found = await git(root, arguments_, `${texts.join('\n')}\n`);
    if (found.code > 1) throw new Error(found.stderr.trim() || 'git grep failed');
    return found.stdout.toString().split(how.includes('-l') ? '\0' : '\n');
  };
  return {
    async filesContaining(texts, role) {
      const paths = (await search(['-l'], texts))
        .map(pathIn)
        .filter((path) => path && !changed.has(path) && isTestPath(path) === (role === 'test'))
        .sort(byRelevance(entries, (path) => path));
      for (const path of paths.slice(most))
        leftOut.set(path, { path, reason: 'unchanged, and not searched: others are nearer to the change' });
      return contentsOf(root, after, paths.slice(0, most));
    },
    async namesUsedIn(names, extension) {
      const foundNames = new Set<string>();
      // Paths are literal for git here, so the ending is compared afterwards.
      for (const line of await search(['-w', '-o'], names)) {
        const [place = '', name = ''] = line.split('\0');
        const path = pathIn(place);
        if (name && path.endsWith(`.${extension}`) && !changed.has(path)) foundNames.add(name);
      }
      return foundNames;
    },
    async paths() {
      const { code, stdout, stderr } = await git(root, ['ls-tree', '-r', '-z', '--name-only', before]);
      if (code !== 0) throw new Error(stderr.trim() || `git could not list ${before}`);
      return stdout.toString().split('\0').filter(Boolean);
    },
    leftOut: () => [...leftOut.values()],
  };
};

async function contentsOf(root: string, after: Trees['after'], paths: readonly string[]) {
  const sides = after === null ? paths.map((path) => readFromDisk(root, path)) : await readVersions(root, after, paths);
  const contents = await Promise.all(sides);
  return paths.flatMap((path, i) => {
    const content = textIn(contents[i] ?? null);
    return content === null ? [] : [{ path, content }];
  });
}

async function readVersions(root: string, after: string, paths: readonly string[]): Promise<Side[]> {
  const of = after === 'index' ? '' : after;
  const names = paths.map((path) => `${of}:${path}`).filter((name) => !name.includes('\n'));
  if (names.length === 0) return paths.map(() => null);
  const { code, stdout, stderr } = await git(
    root,
    ['cat-file', '--batch-check=%(objectname)'],
    `${names.join('\n')}\n`,
  );
  if (code !== 0) throw new Error(stderr.trim() || 'git cat-file failed');
  const ids = new Map(
    stdout
      .toString()
      .split('\n')
      .map((id, i) => [names[i] ?? '', id]),
  );
  const blobs = await readBlobs(
    root,
    [...ids.values()].filter((id) => /^[0-9a-f]+$/.test(id)),
  );
  return paths.map((path) => blobs.get(ids.get(`${of}:${path}`) ?? '') ?? null);
}
