import { copyFile, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../../system/git.ts';
import { checkOut } from '../checkout.ts';
import { filesIn } from '../files-in.ts';

/**
 * A copy of the tree in which tests may run on faulty files: of a commit, or of the working tree with what git would add. The user's
 * files are only read.
 */
export async function copyTree(root: string, commit: string | null, folder: string): Promise<void> {
  await checkOut(root, commit ?? 'HEAD', folder);
  if (commit !== null) return;
  const wanted = await filesIn(root);
  const present = (await git(['ls-files', '-z'], { cwd: folder, maxBytes: 2 ** 28 })).stdout.toString().split('\0');
  const kept = new Set(wanted);
  for (const path of present) if (path !== '' && !kept.has(path)) await rm(join(folder, path), { force: true });
  for (const path of wanted) await copyEntry(join(root, path), join(folder, path));
}

async function copyEntry(from: string, to: string): Promise<void> {
  const info = await lstat(from);
  if (info.isDirectory()) return;
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { force: true });
  if (info.isSymbolicLink()) await symlink(await readlink(from), to);
  else await copyFile(from, to);
}
