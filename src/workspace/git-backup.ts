import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../system/git.ts';
import { hasLooseObject } from '../system/loose-objects.ts';
import { makeAside } from './aside.ts';
import { headInFiles } from './head-in-files.ts';
import { copyTree, mirrorTree } from './mirror.ts';
import { repositoryState } from './repository-state.ts';

/** A copy of the user's `.git` outside the reach of an agent's `rm -rf`. */
export interface GitBackup {
  /** Updates the copy. Returns the reason if there can be no copy, or null. */
  save(): Promise<string | null>;
  /** Restores the repository if it is gone or was replaced. Returns what it did, or null. */
  restore(): Promise<string | null>;
}

interface BackupRecord {
  /** The content of `.git` if it is a file, as in linked worktrees and submodules. */
  pointer: string | null;
  /** Identifies the repository. */
  commit: string | null;
}

/**
 * Objects are hard-linked, so the copy is cheap; files that git writes in place are copied. The remains of a destroyed
 * repository go to `.jumar/aside/`.
 */
export function openGitBackup(root: string, folder: string): GitBackup {
  const place = join(root, '.git');
  const [copy, recordFile] = [join(folder, 'git'), join(folder, 'kept.json')];
  let sound: string | null = null;

  /** Asks git only if the repository is not as it was when git last answered. */
  const isUnharmed = async (record: BackupRecord): Promise<boolean> => {
    const state = soundState(place, record);
    if (state !== null && state === sound) return true;
    const isSame = await isSameRepository(place, record);
    sound = isSame ? state : null;
    return isSame;
  };

  return {
    async save() {
      rmSync(recordFile, { force: true });
      const found = lstatSync(place, { throwIfNoEntry: false });
      if (!found) return null;
      const commit = await headOf(place);
      if (commit === null && !(await isReadable(place))) return null;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (found.isDirectory()) {
        const problem = mirrorTree(place, copy);
        if (problem) return `your .git has no backup: ${problem}`;
      }
      const pointer = found.isFile() ? readFileSync(place, 'utf8') : null;
      const record: BackupRecord = { pointer, commit };
      sound = soundState(place, record);
      writeFileSync(recordFile, JSON.stringify(record));
      return null;
    },
    async restore() {
      const record = existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, 'utf8')) as BackupRecord) : null;
      if (!record || (await isUnharmed(record))) return null;
      const aside = makeAside(root);
      const name = `git-${Date.now()}`;
      const there = lstatSync(place, { throwIfNoEntry: false });
      if (record.pointer === null) copyTree(copy, join(aside, `${name}.new`));
      if (there) renameSync(place, join(aside, name));
      if (record.pointer === null) renameSync(join(aside, `${name}.new`), place);
      else writeFileSync(place, record.pointer);
      const left = there ? `; what was left of it is in .jumar/aside/${name}` : '';
      return `your .git was ${there ? 'destroyed or replaced' : 'deleted'} and has been put back${left}`;
    },
  };
}

/** What the repository's soundness depends on; null if git has to be asked. */
function soundState(place: string, { pointer, commit }: BackupRecord): string | null {
  const state = pointer === null ? repositoryState({ gitDir: place, commonDir: place }) : null;
  return state && `${state} ${commit} ${commit && hasLooseObject(join(place, 'objects'), commit)}`;
}

async function isSameRepository(place: string, { pointer, commit }: BackupRecord): Promise<boolean> {
  if (pointer !== null) {
    const there = lstatSync(place, { throwIfNoEntry: false });
    return there?.isFile() === true && readFileSync(place, 'utf8') === pointer;
  }
  if (!(await isReadable(place))) return false;
  if (commit === null) return true;
  const { code } = await git(['cat-file', '-e', `${commit}^{tree}`], {
    cwd: join(place, '..'),
    gitDir: place,
    accept: ANY,
  });
  return code === 0;
}

const ANY = [0, 1, 128];

async function isReadable(place: string): Promise<boolean> {
  if (!existsSync(place)) return false;
  const { code } = await git(['rev-parse', '--git-dir'], { cwd: join(place, '..'), gitDir: place, accept: ANY });
  return code === 0;
}

/** Null if it has no commit, or its commit or tree is missing. */
async function headOf(place: string): Promise<string | null> {
  const known = headInFiles({ gitDir: place, commonDir: place });
  if (known) return known.commit;
  const args = ['rev-parse', '-q', 'HEAD^{commit}', 'HEAD^{tree}'];
  const { code, stdout } = await git(args, { cwd: join(place, '..'), gitDir: place, accept: ANY });
  return code === 0 ? (stdout.toString().split('\n')[0] ?? null) : null;
}
