import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Moved } from '../core/verification/events.ts';
import type { User } from './user.ts';

/** `HEAD` (a commit, or `ref: refs/heads/…`), branches and tags → what they name. */
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
 * Puts references back to where they were. One that is no longer where the agent left it was moved by somebody else
 * since, and stays. With `HEAD` or its branch goes the index, as it was kept before the agent ran. What could not be
 * done is told, never thrown.
 */
export async function moveBack(user: User, moved: readonly Moved[], keptIndex: string | null): Promise<string[]> {
  if (!user.run) return [];
  const notes: string[] = [];
  const now = await branchesNow(user);
  let headMoved = false;
  // HEAD first, so that no branch is checked out while it is deleted.
  for (const { name, from, to } of [...moved].sort((a) => (a.name === 'HEAD' ? -1 : 1))) {
    if ((now[name] ?? null) !== to) {
      notes.push(`${name} was moved again since, and stays where it is`);
      continue;
    }
    const { code, stderr } = await user.run(commandFor(name, from, to), { accept: [0, 1, 128] });
    if (code !== 0) notes.push(`${name} could not be moved back: ${stderr.trim()}`);
    headMoved ||= name === 'HEAD' || now.HEAD === `ref: ${name}`;
  }
  if (headMoved && keptIndex && existsSync(keptIndex)) putIndex(user, keptIndex);
  return notes;
}

/** The user's index as it is now, copied; false where there is none. */
export function keepIndex(user: User, target: string): boolean {
  const index = user.located.git && join(user.located.git.gitDir, 'index');
  if (!index || !existsSync(index)) return false;
  copyFileSync(index, target);
  return true;
}

function commandFor(name: string, from: string | null, to: string | null): string[] {
  if (from?.startsWith('ref: ')) return ['symbolic-ref', 'HEAD', from.slice('ref: '.length)];
  if (name === 'HEAD' && from) return ['update-ref', '--no-deref', 'HEAD', from];
  if (from === null) return ['update-ref', '-d', name, ...(to ? [to] : [])];
  return ['update-ref', name, from, ...(to ? [to] : [])];
}

function putIndex(user: User, kept: string): void {
  const index = join(user.located.git?.gitDir ?? '', 'index');
  copyFileSync(kept, `${index}.jumar`);
  renameSync(`${index}.jumar`, index);
}
