import { merge, type Run } from './carry-over.ts';
import type { Entry } from './changed-entries.ts';
import { git } from './git.ts';
import { type BytePath, splitNul } from './paths.ts';

/** What the user had staged of a path, on top of a commit that now changes the same path. */
interface Staged {
  path: BytePath;
  entry: Entry;
}

const REGULAR = /^100/;
const NOT_HERE = /^0+$/;

/**
 * Moves the index of the branch that is checked out on to a new commit, from `head`, and keeps what the user had staged of
 * the committed files staged. Gives the paths of which that could not be: they are in the working tree as they were.
 */
export async function indexTo(
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
  const kept: Staged[] = [];
  const lost: BytePath[] = [];
  for (const { path, entry } of staged) {
    const [before, after] = [base.get(path), made.get(path)];
    if (entry !== null && entry.object === after?.object) continue;
    const merged = entry && before && after && (await onTop(before, entry, after, { run, scratch }));
    if (merged) kept.push({ path, entry: merged });
    else lost.push(path);
  }
  await move();
  const options = { cwd: root, userConfig: true };
  await git(['reset', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'], { ...options, input: paths });
  const lines = kept.map(({ path, entry }) => `${entry.mode} ${entry.object}\t${path}\0`);
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

/** Of these paths, what the user's index holds otherwise than HEAD; null where it is staged to be removed. */
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
