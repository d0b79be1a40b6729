import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type GitOptions, git } from '../system/git.ts';
import { display, splitNul } from '../system/paths.ts';
import { identityFrom } from './commit-changes.ts';
import { WorkspaceError } from './errors.ts';
import type { Located } from './locate.ts';

export interface MergedTree {
  /** With the marks of git in files that conflict. */
  tree: string;
  conflicts: string[];
  /** What git says of the conflicts. */
  messages: string;
}

/** Merges, trees and commits without a working tree: the user's checkout, index and branches stay as they are. */
export interface MergeTool {
  /** Two commits, by their nearest common ancestor. */
  merge(ours: string, theirs: string): Promise<MergedTree>;
  /** The same tree with one more file. */
  withFile(tree: string, path: string, text: string): Promise<string>;
  treeOf(commit: string): Promise<string>;
  commit(tree: string, parent: string, message: string): Promise<string>;
}

/**
 * Works on the objects of the user's repository by way of `folder`, a repository without a configuration: a merge driver or a
 * filter that an agent wrote into the project's own would run outside of its cell.
 */
export async function openMergeTool(
  { root, git: repository }: Located,
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<MergeTool> {
  if (!repository) throw new WorkspaceError('does-not-fit', `${root} is not a git repository. Run "git init".`);
  if (!existsSync(join(folder, 'HEAD')))
    await git(['init', '-q', '--bare', '--template=', `--object-format=${repository.objectFormat}`, folder], {
      cwd: root,
    });
  const shallow = join(repository.commonDir, 'shallow');
  const named = Object.entries(env).filter(([name]) => /^GIT_(?:AUTHOR|COMMITTER)_/.test(name));
  const identity = await configuredIdentity(root);
  const base = {
    GIT_OBJECT_DIRECTORY: join(repository.commonDir, 'objects'),
    ...(existsSync(shallow) && { GIT_SHALLOW_FILE: shallow }),
    ...identity,
    ...Object.fromEntries(named),
  };
  const run = async (args: readonly string[], options: Partial<GitOptions> = {}) =>
    git(args, { cwd: folder, gitDir: folder, ...options, env: { ...base, ...options.env } });
  const line = async (args: readonly string[], options: Partial<GitOptions> = {}) =>
    (await run(args, options)).stdout.toString().trim();

  return {
    async merge(ours, theirs) {
      const args = ['merge-tree', '--write-tree', '-z', '--name-only', ours, theirs];
      const { code, stdout, stderr } = await run(args, { accept: [0, 1] }).catch((error: Error) => {
        throw tooOld(error);
      });
      const [tree = '', ...rest] = splitNul(stdout);
      if (!/^[0-9a-f]{40,}$/.test(tree)) throw tooOld(new Error(stderr));
      const end = rest.indexOf('');
      const paths = code === 0 ? [] : rest.slice(0, end === -1 ? rest.length : end);
      return {
        tree,
        conflicts: [...new Set(paths.map(display))],
        messages: conflictsIn(end === -1 ? [] : rest.slice(end + 1)),
      };
    },
    async withFile(tree, path, text) {
      const blob = await line(['hash-object', '-w', '--stdin'], { input: text });
      const listing = (await run(['ls-tree', '-z', tree])).stdout;
      const input = Buffer.concat([listing, Buffer.from(`100644 blob ${blob}\t${path}\0`)]);
      return line(['mktree', '-z'], { input });
    },
    treeOf: (commit) => line(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]),
    commit: (tree, parent, message) => line(['commit-tree', tree, '-p', parent, '-F', '-'], { input: message }),
  };
}

/** Of the user's configuration, as names that need none. */
async function configuredIdentity(root: string): Promise<Record<string, string>> {
  const unset = await identityFrom(root);
  if (Object.keys(unset).length === 0) return {};
  const read = async (who: 'AUTHOR' | 'COMMITTER') => {
    const { stdout } = await git(['var', `GIT_${who}_IDENT`], { cwd: root, userConfig: true, env: unset });
    const [, name = '', email = ''] = /^(.*) <(.*)> \d+ [+-]\d+$/.exec(stdout.toString().trim()) ?? [];
    return { [`GIT_${who}_NAME`]: name, [`GIT_${who}_EMAIL`]: email };
  };
  return { ...(await read('AUTHOR')), ...(await read('COMMITTER')) };
}

/** `-z` gives each message as: how many paths, the paths, its kind, the sentence. */
function conflictsIn(fields: readonly string[]): string {
  const sentences: string[] = [];
  for (let at = 0; at < fields.length; ) {
    const kind = at + 1 + Number(fields[at]);
    if (!Number.isInteger(kind)) break;
    if (!/^Auto-merging/.test(fields[kind] ?? '')) sentences.push((fields[kind + 1] ?? '').trim());
    at = kind + 2;
  }
  return sentences.filter(Boolean).join('\n');
}

function tooOld(error: Error): Error {
  if (!/usage: git merge-tree|unknown option|not a git command/i.test(error.message)) return error;
  return new WorkspaceError('does-not-fit', 'Integrating tasks needs git 2.38 or newer.', { cause: error });
}
