import { constants, existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { git } from '../system/git.ts';

/** What tools install beside the source, and checks cannot do without. */
const DEPENDENCIES = new Set(['node_modules', '.venv', 'venv', 'vendor']);

/** Names ignored files that every worktree needs, such as `.env`, in the syntax of .gitignore. Other tools read it, too. */
const INCLUDE = '.worktreeinclude';

/**
 * Copies ignored files of the user's working tree into a new worktree: those that `.worktreeinclude` names, and installed dependencies
 * unless a set-up installs them there. Copies, because an agent may change them; the file system shares the blocks where it can. What the
 * worktree has already stays. Returns what was copied.
 */
export async function bringIgnored(
  root: string,
  path: string,
  { dependencies }: { dependencies: boolean },
): Promise<string[]> {
  const listed = async (...args: string[]) => {
    const { stdout } = await git(['ls-files', '-z', '--others', '--ignored', ...args], { cwd: root, userConfig: true });
    return stdout
      .toString()
      .split('\0')
      .filter(Boolean)
      .map((name) => name.replace(/\/$/, ''));
  };
  const ignored = await listed('--exclude-standard', '--directory');
  const isIgnored = (name: string) => ignored.some((one) => name === one || name.startsWith(`${one}/`));
  const named = existsSync(join(root, INCLUDE)) ? (await listed(`--exclude-from=${INCLUDE}`)).filter(isIgnored) : [];
  const installed = dependencies ? ignored.filter((name) => DEPENDENCIES.has(basename(name))) : [];
  const wanted = [...installed, ...named.filter((name) => !installed.some((one) => name.startsWith(`${one}/`)))];
  const copied: string[] = [];
  for (const name of wanted) {
    const target = join(path, name);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, name), target, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
    });
    copied.push(name);
  }
  return copied;
}
