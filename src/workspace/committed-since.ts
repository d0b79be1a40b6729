import { splitNul } from '../system/paths.ts';
import type { User } from './user.ts';

/** The paths that differ between the commit and HEAD; without a commit, the paths that HEAD contains. Empty if git fails. */
export async function committedSince(user: User, commit: string | null, paths: readonly string[]): Promise<string[]> {
  if (!user.run || paths.length === 0) return [];
  const args = commit
    ? ['diff-tree', '-r', '-z', '--name-only', '--no-renames', commit, 'HEAD']
    : ['ls-tree', '-r', '-z', '--name-only', 'HEAD'];
  const { code, stdout } = await user.run([...args, '--', ...paths], {
    accept: [0, 1, 128, 129],
  });
  if (code !== 0) return [];
  return splitNul(stdout).map((path) => Buffer.from(path, 'latin1').toString('utf8'));
}
