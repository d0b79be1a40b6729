import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObjectId } from '../system/loose-objects.ts';
import { diffTrees } from '../system/tree-diff.ts';
import type { Trees } from './git.ts';
import { git, objectsIn } from './git.ts';

/** A file that differs between the two trees. */
export interface Entry {
  path: string;
  oldPath: string | null;
  before: string | null;
  after: string | null;
  onDisk: boolean;
  /** Why neither side can be read, or null. */
  unreadableReason: string | null;
  /** It is now a symbolic link, and was none or led elsewhere. */
  isNewLink: boolean;
}

const zeroId = /^0+$/;
const symlinkMode = '120000';
const submoduleMode = '160000';

export async function diff(root: string, trees: Trees): Promise<Entry[]> {
  const raw = (await withoutRenames(root, trees)) ?? (await askGit(root, trees));
  const entries = raw.map(({ from, to, oldBlob, newBlob, path, oldPath }) => ({
    path,
    oldPath,
    // A symlink contains a path, not code: a file that became one counts as deleted, and one that was one counts as
    // added.
    before: zeroId.test(oldBlob) || from === symlinkMode ? null : oldBlob,
    after: zeroId.test(newBlob) || to === symlinkMode ? null : newBlob,
    onDisk: trees.after === null && !zeroId.test(to) && to !== symlinkMode,
    unreadableReason: whyUnreadable(from, to),
    isNewLink: to === symlinkMode,
  }));
  return trees.after === null ? [...entries, ...(await untracked(root))] : entries;
}

/** A line of git's raw output. */
interface RawEntry {
  from: string;
  to: string;
  oldBlob: string;
  newBlob: string;
  path: string;
  oldPath: string | null;
}

/** Git is asked only if something may have been renamed: a file went, and another came. */
async function withoutRenames(root: string, { before, after }: Trees): Promise<RawEntry[] | null> {
  if (after === null || !isObjectId(before) || !isObjectId(after)) return null;
  const changes = await diffTrees(objectsIn(root), before, after);
  if (changes.some((one) => !one.before) && changes.some((one) => !one.after)) return null;
  return changes.map((one) => ({
    from: one.before?.mode ?? '000000',
    to: one.after?.mode ?? '000000',
    oldBlob: one.before?.object ?? '0',
    newBlob: one.after?.object ?? '0',
    path: Buffer.from(one.path, 'latin1').toString(),
    oldPath: null,
  }));
}

async function askGit(root: string, { before, after }: Trees): Promise<RawEntry[]> {
  const sides = after === null ? [before] : after === 'index' ? ['--cached', before] : [before, after];
  const result = await git(root, [
    'diff',
    '--raw',
    '-z',
    '--no-abbrev',
    '-M50%',
    '-l2000',
    '--no-ext-diff',
    '--no-textconv',
    ...sides,
    '--',
  ]);
  if (result.code !== 0) throw new Error(result.stderr.trim() || 'git diff failed');
  const fields = result.stdout.toString().split('\0');
  const entries: RawEntry[] = [];
  for (let i = 0; i < fields.length - 1; ) {
    const [from = '', to = '', oldBlob = '', newBlob = '', status = ''] = fields[i]!.slice(1).split(' ');
    const first = fields[i + 1]!;
    const isRename = /^R/.test(status);
    const path = isRename ? fields[i + 2]! : first;
    i += isRename ? 3 : 2;
    entries.push({ from, to, oldBlob, newBlob, path, oldPath: isRename ? first : null });
  }
  return entries;
}

function whyUnreadable(from: string, to: string): string | null {
  if (from === submoduleMode || to === submoduleMode) return 'a submodule';
  return [from, to].every((mode) => mode === symlinkMode || zeroId.test(mode)) ? 'a symbolic link' : null;
}

async function untracked(root: string): Promise<Entry[]> {
  const { code, stdout, stderr } = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  if (code !== 0) throw new Error(stderr.trim() || 'git ls-files failed');
  const paths = stdout.toString().split('\0').filter(Boolean);
  return Promise.all(
    paths.map(async (path) => {
      const isNewLink = (await lstat(join(root, path)).catch(() => null))?.isSymbolicLink() ?? false;
      const reason = path.endsWith('/') ? 'another repository' : isNewLink ? 'a symbolic link' : null;
      return {
        path,
        oldPath: null,
        before: null,
        after: null,
        onDisk: !isNewLink,
        unreadableReason: reason,
        isNewLink,
      };
    }),
  );
}
