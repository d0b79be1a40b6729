import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type GitOptions, type GitResult, git } from '../system/git.ts';
import { type BytePath, splitNul } from '../system/paths.ts';
import { MOST_ENTRIES, readIndexFile } from './index-file.ts';
import type { Located } from './locate.ts';
import { repositoryState } from './repository-state.ts';
import { ignoredByPlainRules } from './sure-rules.ts';

/** The user's own repository, read-only. */
export interface User {
  located: Located;
  /** Null if there is no repository. Exits with code 128 if the repository was destroyed in the meantime. */
  run: ((args: readonly string[], options?: Partial<GitOptions>) => Promise<GitResult>) | null;
  /** Like `run`, for a question about references: asked again only if the repository has changed since. */
  ask: User['run'];
  options(): GitOptions;
  /** Why the repository that seems to be there is unusable. */
  problem: string | null;
}

export function openUser(
  located: Located & { problem?: string },
  env: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): User {
  const options = (): GitOptions => ({
    cwd: located.root,
    env,
    ...(located.git && { gitDir: located.git.gitDir, workTree: located.root }),
    ...(signal && { signal }),
  });
  const run: User['run'] = (args, extra) => git(args, { ...options(), ...extra });
  const { git: repository } = located;
  return {
    located,
    options,
    run: repository && run,
    ask: repository && rememberAnswers(run, () => repositoryState(repository)),
    problem: located.problem ?? null,
  };
}

/** An answer counts as long as the state is the one that it was given in. */
function rememberAnswers(run: NonNullable<User['run']>, stateNow: () => string | null): NonNullable<User['run']> {
  const answers = new Map<string, { state: string; answer: GitResult }>();
  return async (args, extra) => {
    const question = args.join('\0');
    const state = stateNow();
    const known = answers.get(question);
    if (known && known.state === state) return known.answer;
    const answer = await run(args, extra);
    if (state !== null && state === stateNow()) answers.set(question, { state, answer });
    else answers.delete(question);
    return answer;
  };
}

export interface Head {
  branch: string | null;
  commit: string | null;
}

export async function userHead(user: User): Promise<{ head: Head | null; note?: string }> {
  if (!user.ask) return { head: null, ...(user.problem && { note: user.problem }) };
  const [named, references] = await Promise.all([symbolicHead(user), user.ask(SHOW_REFS, { accept: ANY })]);
  if (references.code === 128)
    return { head: null, note: `your git repository cannot be read: ${references.stderr.trim()}` };
  const [, commit = null] = /^(\w+) HEAD$/m.exec(references.stdout.toString()) ?? [];
  return { head: { branch: named?.replace(/^refs\/heads\//, '') ?? null, commit } };
}

/** Every reference with what it names, and HEAD. */
export const SHOW_REFS = ['show-ref', '--head', '-d'];
const ANY = [0, 1, 128];

/** Every reference, in the format of `packed-refs`. */
export async function packedReferences(user: User): Promise<string> {
  if (!user.run || !user.ask) return PACKED;
  const shown = await user.ask(SHOW_REFS, { accept: ANY });
  // It fails if a reference names an object that is gone.
  const listed = shown.code === 128 ? await user.run(['for-each-ref', '--format=%(objectname) %(refname)']) : shown;
  const lines = listed.stdout.toString('latin1').split('\n');
  return (
    PACKED +
    lines
      .filter((line) => / refs\/.*(?<!\^\{\})$/.test(line))
      .map((line) => `${line}\n`)
      .join('')
  );
}

const PACKED = '# pack-refs with: \n';

/** The branch that HEAD names, in full; null if it names a commit. */
export async function symbolicHead(user: User): Promise<string | null> {
  const { git: repository } = user.located;
  if (!repository || !user.ask) return null;
  const head = readHead(repository);
  if (head !== null) return /^ref: (.*)\n$/.exec(head)?.[1] ?? null;
  const { code, stdout } = await user.ask(['symbolic-ref', '-q', 'HEAD'], { accept: ANY });
  return code === 0 ? stdout.toString().trim() : null;
}

/** The file, if it says itself what git would answer: it does if references are kept in files. */
export function readHead({ gitDir, commonDir }: { gitDir: string; commonDir: string }): string | null {
  try {
    if (existsSync(join(commonDir, 'reftable'))) return null;
    const head = readFileSync(join(gitDir, 'HEAD'), 'utf8');
    return /^(?:ref: refs\/\S+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\n$/.test(head) ? head : null;
  } catch {
    return null;
  }
}

/** Files in the user's index that these rules ignore; `excludeFile` writes rules to a file for git. */
export async function trackedButIgnored(
  user: User,
  rules: readonly string[],
  excludeFile: (rules: readonly string[]) => string,
): Promise<BytePath[]> {
  const { git: repository } = user.located;
  if (!user.run || !repository) return [];
  const index = readIndexFile({ cache: repository.gitDir, objectFormat: repository.objectFormat }, MOST_ENTRIES);
  const known = index && ignoredByPlainRules(rules, index.entries.keys());
  if (known) return known;
  const { stdout, code } = await user.run(['ls-files', '-z', '-c', '-i', `--exclude-from=${excludeFile(rules)}`], {
    accept: [0, 128],
  });
  return code === 0 ? splitNul(stdout) : [];
}

/** The lines (latin1) of the user's own exclude files outside the working tree, the weakest first. */
export async function userExcludes(user: User): Promise<string[]> {
  const { root, git: repository } = user.located;
  const { stdout, code } = await git(['config', '--type=path', '--get', 'core.excludesFile'], {
    ...user.options(),
    userConfig: true,
    accept: [0, 1, 128],
  });
  const configured = code === 0 ? resolve(root, stdout.toString().replace(/\n$/, '')) : defaultExcludesFile();
  return [configured, ...(repository ? [join(repository.commonDir, 'info/exclude')] : [])].flatMap(linesOf);
}

function defaultExcludesFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git/ignore');
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n');
  } catch {
    return [];
  }
}
