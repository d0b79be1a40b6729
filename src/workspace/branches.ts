import { existsSync } from 'node:fs';
import type { Moved } from '../core/verification/events.ts';
import { INDEX, putBackIndex, putIndex } from './kept-index.ts';
import { putStash, STASH, stashNow } from './stash.ts';
import type { User } from './user.ts';

/** `HEAD` (a commit, or `ref: refs/heads/…`), branches, tags and the stash → what they name. */
export type Branches = Record<string, string>;

export async function branchesNow(user: User): Promise<Branches> {
  if (!user.run) return {};
  const accept = [0, 1, 128];
  const [refs, symbolic] = await Promise.all([
    user.run(['show-ref', '--head'], { accept }),
    user.run(['symbolic-ref', '-q', 'HEAD'], { accept }),
  ]);
  const found: Branches = {};
  for (const line of refs.stdout.toString().split('\n')) {
    const [object, name] = line.split(' ');
    if (object && name && (name === 'HEAD' || /^refs\/(?:heads|tags)\//.test(name))) found[name] = object;
    const stash = name === STASH ? stashNow(user, object) : null;
    if (stash) found[STASH] = stash;
  }
  if (symbolic.code === 0) found.HEAD = `ref: ${symbolic.stdout.toString().trim()}`;
  return isLinked(user) ? ownOf(found) : found;
}

/** Of a linked worktree only HEAD and the branch that it is on are its own: the others may be moved by people who work elsewhere. */
function ownOf(found: Branches): Branches {
  const branch = found.HEAD?.startsWith('ref: ') ? found.HEAD.slice('ref: '.length) : null;
  return Object.fromEntries(Object.entries(found).filter(([name]) => name === 'HEAD' || name === branch));
}

const isLinked = ({ located }: User) => located.git !== null && located.git.gitDir !== located.git.commonDir;

/**
 * Puts references, stashes and the index back to what they were. What is no longer as the agent left it was changed by
 * somebody else since, and stays. With `HEAD` or its branch goes the index, as it was kept before the agent ran, the
 * stashes' log beside it. What could not be done is told, never thrown.
 */
export async function moveBack(user: User, moved: readonly Moved[], keptIndex: string | null): Promise<string[]> {
  if (!user.run) return [];
  const { code, stderr } = await user.run(['rev-parse', '--git-dir'], { accept: [0, 128] });
  if (code !== 0) return [`nothing could be moved back, for your git repository cannot be read: ${stderr.trim()}`];
  const notes: string[] = [];
  const now = await branchesNow(user);
  let headMoved = false;
  // HEAD first, so that no branch is checked out while it is deleted.
  const references = moved.filter(({ name }) => name !== INDEX);
  for (const { name, from, to } of references.sort((a) => (a.name === 'HEAD' ? -1 : 1))) {
    if ((now[name] ?? null) !== to) {
      notes.push(`${name} was moved again since, and stays where it is`);
      continue;
    }
    const problem =
      name === STASH
        ? await putStash(user, from, keptIndex && stashBeside(keptIndex))
        : await update(user, commandFor(name, from, to));
    if (problem) notes.push(`${name} could not be moved back: ${problem}`);
    headMoved ||= name === 'HEAD' || now.HEAD === `ref: ${name}`;
  }
  const index = moved.find(({ name }) => name === INDEX);
  if (headMoved && keptIndex && existsSync(keptIndex)) putIndex(user, keptIndex);
  else if (index) {
    const problem = await putBackIndex(user, index, keptIndex);
    if (problem) notes.push(`the index stays as it is: ${problem}`);
  }
  return notes;
}

/** Where the stashes' log is kept, given where the index is. */
export const stashBeside = (keptIndex: string) => `${keptIndex}.stash`;

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
