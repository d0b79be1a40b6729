import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BytePath, splitNul } from '../system/paths.ts';
import { headInFiles } from './head-in-files.ts';
import { notedTree } from './index-file.ts';
import type { UserRepository } from './locate.ts';
import type { Shadow } from './shadow.ts';
import { type User, userHead } from './user.ts';

export interface StagedFile {
  path: BytePath;
  mode: string;
  object: string;
}

/** Staged, uncommitted files, which an agent's `git reset --hard` would destroy. */
export async function stagedBlobs(user: User): Promise<StagedFile[]> {
  const { git: repository } = user.located;
  if (!user.run || !repository || hasNothingStaged(repository)) return [];
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev'];
  const { head } = await userHead(user);
  if (!head) return [];
  const base = head.commit ?? emptyTree[repository.objectFormat];
  if (!base) return [];
  const fields = splitNul((await user.run([...args, base])).stdout);
  const found: StagedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , object = ''] = fields[at]!.split(' ');
    if (/^1[02]0/.test(mode) && !/^0+$/.test(object)) found.push({ path: fields[at + 1]!, mode, object });
  }
  return found;
}

/** Whether the index surely holds HEAD's tree: git notes in it which tree it holds, until something is staged. */
function hasNothingStaged(repository: UserRepository): boolean {
  const head = headInFiles(repository);
  return head !== null && head.tree === notedTree(repository);
}

/** Commits only the staged files, in the shadow repository. */
export async function commitStaged(shadow: Shadow, staged: readonly StagedFile[]): Promise<Record<string, string>> {
  if (staged.length === 0) return {};
  const index = join(shadow.dir, `staged-${process.pid}.index`);
  const env = { ...shadow.options().env, GIT_INDEX_FILE: index };
  const entries = staged.map(({ path, mode, object }) => `${mode} ${object} 0\t${path}\0`);
  try {
    await shadow.run(['update-index', '-z', '--index-info'], { env, input: Buffer.from(entries.join(''), 'latin1') });
    const tree = (await shadow.run(['write-tree'], { env })).stdout.toString().trim();
    const { stdout } = await shadow.run(['commit-tree', tree], { input: 'staged by the user\n' });
    return { _staged: stdout.toString().trim() };
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}

const emptyTree: Record<string, string> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};
