import { isTestPath, languageOf } from '../syntax/languages/index.ts';
import { isObjectId } from '../system/loose-objects.ts';
import { entryAt } from '../system/tree-diff.ts';
import { subjectStem } from './align/subject-stem.ts';
import { isWorkflow } from './config/facts.ts';
import type { Trees } from './git.ts';
import { git, objectsIn } from './git.ts';
import type { Entry } from './git-diff.ts';
import { byRelevance } from './relevance.ts';

export interface TreeEntry {
  path: string;
  blob: string;
}

/** More tests that are named after changed source say nothing that the most relevant ones do not. */
const most = 300;

/**
 * Unchanged tests named after a changed source file, most relevant first: a special case would be written for one of these.
 * Workflows too, if one changed. `leftOut` are those beyond the limit.
 */
export async function contextPaths(
  root: string,
  trees: Trees,
  changed: readonly Entry[],
): Promise<{ found: TreeEntry[]; leftOut: string[] }> {
  const names = new Set(
    changed
      .filter(({ path }) => languageOf(path) && !isTestPath(path))
      .map(({ path }) => subjectStem(path))
      .filter((name) => name.length > 2),
  );
  const needsWorkflows = changed.some(({ path }) => isWorkflow(path));
  if (names.size === 0 && !needsWorkflows) return { found: [], leftOut: [] };
  const tree = trees.after === null || trees.after === 'index' ? trees.before : trees.after;
  const changedPaths = new Set(changed.map(({ path }) => path));
  const entries = (await listTree(root, tree)).filter(({ path }) => !changedPaths.has(path));
  const tests = entries.filter(({ path }) => isTestPath(path) && names.has(subjectStem(path)));
  const ranked = tests.sort(byRelevance(changed, ({ path }) => path));
  const workflows = needsWorkflows ? entries.filter(({ path }) => isWorkflow(path)) : [];
  const all = [...ranked.slice(0, most), ...workflows.slice(0, most)];
  const leftOut = [...ranked.slice(most), ...workflows.slice(most)].map(({ path }) => path);
  return { found: all, leftOut };
}

/** Tuning from before the change, so that a change cannot switch off its own checks. */
export async function tuningPaths(root: string, before: string): Promise<TreeEntry[]> {
  if (isObjectId(before) && (await entryAt(objectsIn(root), before, '.jumar/patterns')) === null) return [];
  const entries = await listTree(root, before, '.jumar/patterns/');
  return entries.filter(({ path }) => /\.ya?ml$/.test(path));
}

/** For more paths than this, one listing by git is cheaper. */
const MOST_READ_HERE = 50;

/** The `.gitattributes` from before the change that apply to the changed files. */
export async function attributePaths(
  root: string,
  before: string,
  changed: readonly { path: string }[],
): Promise<TreeEntry[]> {
  const folders = new Set(
    changed.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  );
  const wanted = ['', ...folders].map((folder) => `${folder}.gitattributes`);
  if (!isObjectId(before) || wanted.length > MOST_READ_HERE) return listTree(root, before, ...wanted.slice(0, 2000));
  const source = objectsIn(root);
  const found: TreeEntry[] = [];
  for (const path of wanted) {
    const entry = await entryAt(source, before, Buffer.from(path).toString('latin1'));
    if (entry) found.push({ path, blob: entry.object });
  }
  return found;
}

async function listTree(root: string, tree: string, ...under: string[]): Promise<TreeEntry[]> {
  const { code, stdout, stderr } = await git(root, ['ls-tree', '-r', '-z', '--full-tree', tree, '--', ...under]);
  if (code !== 0) throw new Error(stderr.trim() || `git could not list ${tree}`);
  return stdout
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [head, path] = line.split('\t');
      return path ? [{ path, blob: head!.split(' ')[2]! }] : [];
    });
}
