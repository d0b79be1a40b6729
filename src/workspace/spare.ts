import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAside } from './aside.ts';
import { git } from './git.ts';
import { copyTree, mirrorTree } from './mirror.ts';

/** The user's `.git`, kept where an agent's `rm -rf` does not reach. */
export interface Spare {
  /** Brings the copy up to date. Tells why there is none, where there is none. */
  keep(): Promise<string | null>;
  /** Puts the repository back where it is gone or is another one. Tells what was done, or null. */
  mend(): Promise<string | null>;
}

interface Kept {
  /** `.git` is a file in linked worktrees and submodules: then this is what it holds. */
  pointer: string | null;
  /** By which the repository is known again. */
  commit: string | null;
}

/**
 * Objects are linked, not copied, so that the copy costs next to nothing; whatever git writes in place is copied. What an
 * agent leaves of the repository goes to `.jumar/aside/`.
 */
export function openSpare(root: string, folder: string): Spare {
  const place = join(root, '.git');
  const [copy, mark] = [join(folder, 'git'), join(folder, 'kept.json')];
  return {
    async keep() {
      rmSync(mark, { force: true });
      const found = lstatSync(place, { throwIfNoEntry: false });
      if (!found || !(await isReadable(place))) return null;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (found.isDirectory()) {
        const problem = mirrorTree(place, copy);
        if (problem) return `your .git has no spare copy: ${problem}`;
      }
      const pointer = found.isFile() ? readFileSync(place, 'utf8') : null;
      const kept: Kept = { pointer, commit: await headOf(place) };
      writeFileSync(mark, JSON.stringify(kept));
      return null;
    },
    async mend() {
      const kept = existsSync(mark) ? (JSON.parse(readFileSync(mark, 'utf8')) as Kept) : null;
      if (!kept || (await isTheSame(place, kept))) return null;
      const aside = makeAside(root);
      const name = `git-${Date.now()}`;
      const there = lstatSync(place, { throwIfNoEntry: false });
      if (kept.pointer === null) copyTree(copy, join(aside, `${name}.new`));
      if (there) renameSync(place, join(aside, name));
      if (kept.pointer === null) renameSync(join(aside, `${name}.new`), place);
      else writeFileSync(place, kept.pointer);
      const left = there ? `; what was left of it is in .jumar/aside/${name}` : '';
      return `your .git was ${there ? 'destroyed or replaced' : 'deleted'} and has been put back${left}`;
    },
  };
}

async function isTheSame(place: string, { pointer, commit }: Kept): Promise<boolean> {
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

async function headOf(place: string): Promise<string | null> {
  const asked = ['rev-parse', '-q', '--verify', 'HEAD^{commit}'];
  const { code, stdout } = await git(asked, { cwd: join(place, '..'), gitDir: place, accept: ANY });
  return code === 0 ? stdout.toString().trim() : null;
}
