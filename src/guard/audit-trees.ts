import type { Trees } from './git.ts';
import { git } from './git.ts';

/** What the user asked to audit. */
export interface AuditRequest {
  range?: string | undefined;
  staged?: boolean | undefined;
  working?: boolean | undefined;
  /** Audit what the branch adds to its base: the named base, or if `true`, the one CI or the remote names. */
  pr?: boolean | string | undefined;
}

export type TreesFound =
  | {
      root: string;
      trees: Trees;
      label: string;
      /** Why the user may have wanted another range. */
      hint?: string | undefined;
    }
  | { problem: string; usage: boolean };

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Resolves a range, the index, the working tree or a pull request to the two trees to compare. */
export async function treesFor(
  cwd: string,
  request: AuditRequest,
  env: Record<string, string | undefined>,
): Promise<TreesFound> {
  const top = await git(cwd, ['rev-parse', '--show-toplevel']);
  if (top.code !== 0)
    return {
      problem: `${cwd} is not inside ${(await isBare(cwd)) ? 'a working tree' : 'a git repository'}; run audit where the repository is checked out.`,
      usage: false,
    };
  const root = top.stdout.toString().trim();
  const chosen = [request.range !== undefined, request.staged, request.working, request.pr].filter(Boolean).length;
  if (chosen > 1) return { problem: 'Give one of: a range, --staged, --working, --pr.', usage: true };
  const head = (await commit(root, 'HEAD')) ?? emptyTree;
  if (request.staged) return { root, trees: { before: head, after: 'index' }, label: 'staged changes' };
  if (request.pr) return pullRequest(root, request.pr, env);
  if (request.range !== undefined) return inRange(root, request.range);
  return { root, trees: { before: head, after: null }, label: 'working tree' };
}

async function inRange(root: string, range: string): Promise<TreesFound> {
  if (range.startsWith('-')) return { problem: `"${range}" is not a revision.`, usage: true };
  if (/^\.*$/.test(range))
    return { problem: 'The range is empty; use for example main..HEAD, or one commit.', usage: true };
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(range) ?? [];
  if (dots === undefined) {
    const after = await commit(root, range);
    if (!after) return missing(root, range);
    const before = await commit(root, `${range}^`);
    if (before) return { root, trees: { before, after }, label: range };
    if (await isShallow(root)) return missing(root, `${range}^`);
    return { root, trees: { before: emptyTree, after }, label: range };
  }
  const after = await commit(root, to || 'HEAD');
  const start = await commit(root, from || 'HEAD');
  if (!after) return missing(root, to || 'HEAD');
  if (!start) return missing(root, from || 'HEAD');
  const base = await mergeBase(root, start, after);
  const hint = hintOn(from || 'HEAD', to || 'HEAD', start, after, base);
  if (dots === '..') return { root, trees: { before: start, after }, label: range, hint };
  return base
    ? { root, trees: { before: base, after }, label: range, hint }
    : noCommonHistory(root, from || 'HEAD', to || 'HEAD');
}

/** A range given the wrong way round would pass every check silently. */
function hintOn(from: string, to: string, start: string, after: string, base: string | null): string | undefined {
  if (start === after) return `${from} and ${to} are the same commit: there is nothing to judge.`;
  return base === after ? `${to} is older than ${from}: for what ${from} adds, say ${to}..${from}.` : undefined;
}

async function pullRequest(
  root: string,
  requestedBase: true | string,
  env: Record<string, string | undefined>,
): Promise<TreesFound> {
  const ciBase =
    env.GITHUB_BASE_REF ||
    env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ||
    env.CHANGE_TARGET ||
    env.BITBUCKET_PR_DESTINATION_BRANCH ||
    env.SYSTEM_PULLREQUEST_TARGETBRANCH?.replace('refs/heads/', '');
  const remote = (await git(root, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'])).stdout
    .toString()
    .trim();
  const candidates =
    requestedBase !== true
      ? [requestedBase, `origin/${requestedBase}`]
      : ciBase
        ? [`origin/${ciBase}`, ciBase]
        : [remote, 'origin/main', 'origin/master', 'main', 'master'].filter(Boolean);
  const head = await commit(root, 'HEAD');
  for (const name of candidates) {
    const base = await commit(root, name);
    if (!base || !head) continue;
    const common = await mergeBase(root, base, head);
    const hint = common === head ? `HEAD adds nothing to ${name}: there is nothing to judge.` : undefined;
    if (common) return { root, trees: { before: common, after: head }, label: `${name}...HEAD`, hint };
    return noCommonHistory(root, name, 'HEAD');
  }
  return missing(root, candidates[0] ?? 'the base branch');
}

async function commit(root: string, revision: string): Promise<string | null> {
  const { code, stdout } = await git(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  return code === 0 ? stdout.toString().trim() : null;
}

async function mergeBase(root: string, a: string, b: string): Promise<string | null> {
  const { code, stdout } = await git(root, ['merge-base', a, b]);
  return code === 0 ? stdout.toString().trim() : null;
}

const isShallow = async (root: string): Promise<boolean> =>
  (await git(root, ['rev-parse', '--is-shallow-repository'])).stdout.toString().trim() === 'true';

const isBare = async (cwd: string): Promise<boolean> => (await git(cwd, ['rev-parse', '--git-dir'])).code === 0;

/** Two commits without a merge base: their histories are unrelated, or a shallow clone is missing the ancestor. */
const noCommonHistory = async (root: string, one: string, other: string): Promise<TreesFound> =>
  (await isShallow(root))
    ? missing(root, `the merge base of ${one} and ${other}`)
    : { problem: `${one} and ${other} have no history in common; say from where to where as a..b.`, usage: true };

async function missing(root: string, what: string): Promise<TreesFound> {
  if (/^HEAD\b/.test(what) && (await commit(root, 'HEAD')) === null)
    return { problem: 'there is no commit yet; use --staged or --working.', usage: true };
  if (await isShallow(root)) {
    return {
      problem: `${what} is not in this shallow clone. Fetch more history: git fetch --unshallow, or "fetch-depth: 0" in actions/checkout; for a clone of one branch first: git remote set-branches origin "*".`,
      usage: false,
    };
  }
  return {
    problem: `git does not know ${what}. "git branch -a" lists the branches; one that is not here yet comes with "git fetch".`,
    usage: true,
  };
}
