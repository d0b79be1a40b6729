import type { Moved } from '../core/state/verification-events.ts';
import { INDEX, restoreIndexIfUnchanged } from './saved-index.ts';
import { describeStash, restoreStash, STASH } from './stash.ts';
import { SHOW_REFS, symbolicHead, type User } from './user.ts';

/** `HEAD` (a commit, or `ref: refs/heads/…`), branches, tags and the stash → what they name. */
export type Branches = Record<string, string>;

export async function branchesNow(user: User): Promise<Branches> {
  if (!user.ask) return {};
  const [refs, branch] = await Promise.all([user.ask(SHOW_REFS, { accept: [0, 1, 128] }), symbolicHead(user)]);
  const found: Branches = {};
  for (const line of refs.stdout.toString().split('\n')) {
    const [object, name] = line.split(' ');
    if (!object || !name || name.endsWith('^{}')) continue;
    if (name === 'HEAD' || /^refs\/(?:heads|tags)\//.test(name)) found[name] = object;
    const stash = name === STASH ? describeStash(user, object) : null;
    if (stash) found[STASH] = stash;
  }
  if (branch !== null) found.HEAD = `ref: ${branch}`;
  return isLinked(user) ? ownOf(found) : found;
}

/** A linked worktree owns only HEAD and its current branch: people may move the others from elsewhere. */
function ownOf(found: Branches): Branches {
  const branch = found.HEAD?.startsWith('ref: ') ? found.HEAD.slice('ref: '.length) : null;
  return Object.fromEntries(Object.entries(found).filter(([name]) => name === 'HEAD' || name === branch));
}

const isLinked = ({ located }: User) => located.git !== null && located.git.gitDir !== located.git.commonDir;

/**
 * Restores references, stashes and the index. If one is no longer as the agent left it, somebody else changed it since,
 * and it stays. The stash log is the one saved beside the index. Returns failures as notes, never throws.
 */
export async function moveBack(user: User, moved: readonly Moved[], savedIndex: string | null): Promise<string[]> {
  if (!user.run) return [];
  const { code, stderr } = await user.run(['rev-parse', '--git-dir'], { accept: [0, 128] });
  if (code !== 0) return [`nothing could be moved back: your git repository cannot be read: ${stderr.trim()}`];
  const notes: string[] = [];
  const now = await branchesNow(user);
  // HEAD first, so that no branch is checked out while it is deleted.
  const references = moved.filter(({ name }) => name !== INDEX);
  for (const { name, from, to } of references.sort((a) => (a.name === 'HEAD' ? -1 : 1))) {
    if ((now[name] ?? null) !== to) {
      notes.push(`${name} was moved again since, and stays there`);
      continue;
    }
    const problem =
      name === STASH
        ? await restoreStash(user, { from, to }, savedIndex && stashBeside(savedIndex))
        : await update(user, commandFor(name, from, to));
    if (problem) notes.push(`${name} could not be moved back: ${problem}`);
  }
  const index = moved.find(({ name }) => name === INDEX);
  if (index) {
    const problem = await restoreIndexIfUnchanged(user, index, savedIndex);
    if (problem) notes.push(`the index stays as it is: ${problem}`);
  }
  return notes;
}

/** The path of the saved stash log, given the path of the saved index. */
export const stashBeside = (savedIndex: string) => `${savedIndex}.stash`;

/** The path of the mark in HEAD's log, given the path of the saved index. */
export const headLogBeside = (savedIndex: string) => `${savedIndex}.head-log`;

async function update(user: User, command: string[]): Promise<string | null> {
  const { code, stderr } = (await user.run?.(command, { accept: [0, 1, 128] })) ?? { code: 1, stderr: '' };
  return code === 0 ? null : stderr.trim();
}

function commandFor(name: string, from: string | null, to: string | null): string[] {
  if (from?.startsWith('ref: ')) return ['symbolic-ref', 'HEAD', from.slice('ref: '.length)];
  if (name === 'HEAD' && from) return ['update-ref', '--no-deref', 'HEAD', from];
  if (from === null) return ['update-ref', '-d', name, ...(to ? [to] : [])];
  return ['update-ref', name, from, ...(to ? [to] : [])];
}
