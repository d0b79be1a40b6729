import type { Entry } from '../ports/workspace.ts';
import { git } from '../system/git.ts';
import { type BytePath, splitNul } from '../system/paths.ts';
import { merge, type Run } from './carry-over.ts';

/** The user's staged change of a path that a new commit also changes. */
interface Staged {
  path: BytePath;
  entry: Entry;
}

const REGULAR = /^100/;
const NOT_HERE = /^0+$/;

/**
 * Moves the index of the current branch from `head` to a new commit, and keeps the user's staged changes of the committed
 * files staged. Returns the paths that could not stay staged; the working tree still has their changes.
 */
export async function advanceIndex(
  root: string,
  { run, scratch }: { run: Run; scratch: string },
  { head, commit }: { head: string; commit: string },
  move: () => Promise<unknown>,
): Promise<BytePath[]> {
  const paths = await run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', head, commit]);
  const [base, made, staged] = [
    await entriesOf(run, head),
    await entriesOf(run, commit),
    await stagedIn(root, head, new Set(splitNul(paths))),
  ];
  const restaged: Staged[] = [];
  const lost: BytePath[] = [];
  for (const { path, entry } of staged) {
    const [before, after] = [base.get(path), made.get(path)];
    if (entry !== null && entry.object === after?.object) continue;
    const merged = entry && before && after && (await onTop(before, entry, after, { run, scratch }));
    if (merged) restaged.push({ path, entry: merged });
    else lost.push(path);
  }
  await move();
  const options = { cwd: root, userConfig: true };
  await git(['reset', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'], { ...options, input: paths });
  const lines = restaged.map(({ path, entry }) => `${entry.mode} ${entry.object}\t${path}\0`);
  if (lines.length > 0)
    await git(['update-index', '-z', '--index-info'], { ...options, input: Buffer.from(lines.join(''), 'latin1') });
  return lost;
}

async function onTop(
  before: Entry,
  staged: Entry,
  after: Entry,
  tools: { run: Run; scratch: string },
): Promise<Entry | null> {
  if (![before, staged, after].every(({ mode }) => REGULAR.test(mode))) return null;
  const merged = await merge([before.object, staged.object, after.object], false, tools);
  if (merged === null) return null;
  const object = (await tools.run(['hash-object', '-w', '--stdin', '--no-filters'], merged)).toString().trim();
  return { mode: staged.mode === before.mode ? after.mode : staged.mode, object };
}

/** Index entries of these paths that differ from HEAD; null if the removal is staged. */
async function stagedIn(root: string, head: string, paths: ReadonlySet<BytePath>) {
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', head];
  const fields = splitNul((await git(args, { cwd: root, userConfig: true })).stdout);
  const found: { path: BytePath; entry: Entry | null }[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , object = ''] = (fields[at] ?? '').split(' ');
    const path = fields[at + 1] ?? '';
    if (paths.has(path)) found.push({ path, entry: NOT_HERE.test(object) ? null : { mode, object } });
  }
  return found;
}

async function entriesOf(run: Run, commit: string): Promise<Map<BytePath, Entry>> {
  const rows = splitNul(await run(['ls-tree', '-r', '-z', '--full-tree', commit]));
  return new Map(
    rows.map((row) => {
      const [, mode = '', object = '', path = ''] = /^(\d+) \w+ ([0-9a-f]{40,})\t(.*)$/s.exec(row) ?? [];
      return [path, { mode, object }];
    }),
  );
}
