import { existsSync, readFileSync } from 'node:fs';
import type { Moved } from '../core/state/verification-events.ts';
import { type Branches, branchesNow, headLogBeside, stashBeside } from './branches.ts';
import { checkedOutElsewhere, entriesIn, headLogSince, type LogEntry, logOf } from './head-log.ts';
import { indexChanges, indexTime } from './saved-index.ts';
import { STASH } from './stash.ts';
import type { User } from './user.ts';

export interface AgentMoves {
  moved: Moved[];
  /** Sentences on what changed and stays, because nothing shows that the agent did it. */
  notes: string[];
}

/**
 * What an agent did to the references and the index since `before` was read. Other programs move references meanwhile: an editor that
 * fetches, a commit in another working tree, `jumar apply --branch`. Git writes a line into the log of a working
 * tree's HEAD for what is done in it; so a reference was moved by the agent if that log, up to `until`, shows it. Whatever else
 * changed stays. A reference that is gone counts as the agent's: to put it back loses nothing.
 */
export async function agentMoves(
  user: User,
  before: Branches,
  { savedIndex, until }: { savedIndex: string; until: number | null },
): Promise<AgentMoves> {
  const now = await branchesNow(user);
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((name) => ({ name, from: before[name] ?? null, to: now[name] ?? null }))
    .filter(({ from, to }) => from !== to);
  const changedIndex = await indexChanges(user, savedIndex);
  const index = changedIndex.length > 0 && until !== null && indexTime(user) <= until ? changedIndex : [];
  const staged = index.length < changedIndex.length ? ['the index was changed after the agent ended; it stays'] : [];
  if (changed.length === 0) return { moved: index, notes: staged };
  const all = headLogSince(user, headLogBeside(savedIndex));
  const own = until === null ? [] : (all ?? []).filter(({ at }) => at * 1000 <= until);
  const evidence: Evidence = {
    user,
    own,
    hasLog: all !== null && until !== null,
    isLast: (all?.length ?? 0) === own.length,
    heads: [before.HEAD, now.HEAD],
    elsewhere: checkedOutElsewhere(user),
    oldStashes: stashesIn(stashBeside(savedIndex)),
    peel: async (object) => (await peeled(user, object)) ?? object,
  };
  const moved: Moved[] = [];
  const others: Moved[] = [];
  for (const one of changed) ((await isAgents(one, evidence)) ? moved : others).push(one);
  return { moved: [...moved, ...index], notes: [...(others.length > 0 ? [stayNote(others)] : []), ...staged] };
}

interface Evidence {
  user: User;
  /** What this working tree's HEAD did while the agent ran. */
  own: readonly LogEntry[];
  hasLog: boolean;
  /** It has done nothing since. */
  isLast: boolean;
  heads: (string | undefined)[];
  elsewhere: ReadonlySet<string>;
  oldStashes: ReadonlySet<string>;
  peel(object: string): Promise<string>;
}

async function isAgents({ name, from, to }: Moved, evidence: Evidence): Promise<boolean> {
  if (name === 'HEAD') return evidence.isLast;
  if (to === null) return true;
  if (evidence.elsewhere.has(name)) return false;
  if (name === STASH) return isOwnStash(evidence);
  if (name.startsWith('refs/tags/')) return madeHere(evidence.own).has(await evidence.peel(to));
  return isOwnBranch(name, { from, to }, evidence);
}

function isOwnBranch(name: string, { from, to }: { from: string | null; to: string }, evidence: Evidence): boolean {
  const { user, own, hasLog, isLast, heads } = evidence;
  const log = logOf(user, name);
  // Without logs: nobody moves a branch that this working tree has checked out from elsewhere.
  if (!hasLog || !log) return isLast && heads.includes(`ref: ${name}`);
  const entries = log.slice(log.findLastIndex((entry) => entry.to === from) + 1);
  if (entries.at(-1)?.message.startsWith('jumar apply')) return false;
  if (madeHere(own).has(to)) return true;
  const lines = new Set(own.map(({ line }) => line));
  if (entries.length > 0 && entries.every(({ line }) => lines.has(line))) return true;
  const short = name.replace('refs/heads/', '');
  return (
    from === null && own.some((entry) => entry.to === to && entry.message.endsWith(` to ${short}`) && isCheckout(entry))
  );
}

/** A stash resets the working tree that it is made in. */
function isOwnStash({ user, own, oldStashes }: Evidence): boolean {
  const resets = own.filter(({ message }) => message === 'reset: moving to HEAD').map(({ at }) => at);
  const added = (logOf(user, STASH) ?? []).filter((entry) => !oldStashes.has(keyOf(entry)));
  return added.every(({ at }) => resets.some((reset) => Math.abs(reset - at) <= STASH_SECONDS));
}

const STASH_SECONDS = 2;

/** The commits that were made in this working tree, not only visited. */
function madeHere(own: readonly LogEntry[]): Set<string> {
  return new Set(own.filter(({ message }) => MAKES.test(message) && !VISITS.test(message)).map(({ to }) => to));
}

const MAKES = /^(?:commit|cherry-pick|revert|am|rebase|merge|pull)\b/;
const VISITS = /Fast-forward$|\((?:start|finish)\)|\bcheckout\b/;

const isCheckout = ({ message }: LogEntry) => message.startsWith('checkout: moving from ');

async function peeled(user: User, object: string): Promise<string | null> {
  const found = await user.run?.(['rev-parse', '-q', '--verify', `${object}^{commit}`], { accept: [0, 1, 128] });
  return found?.code === 0 ? found.stdout.toString().trim() : null;
}

function stashesIn(file: string): Set<string> {
  return new Set(existsSync(file) ? entriesIn(readFileSync(file)).map(keyOf) : []);
}

/** Git rewrites what an entry came from if the one before it is dropped. */
function keyOf({ to, at }: LogEntry): string {
  return `${to} ${at}`;
}

const SHOWN = 5;

function stayNote(others: readonly Moved[]): string {
  const names = others
    .slice(0, SHOWN)
    .map(({ name, from }) => `${name} (${from === null ? 'new' : `was ${from.slice(0, 12)}`})`);
  const more = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : '';
  return `changed while the agent ran, but nothing shows that it did it; left as it is: ${names.join(', ')}${more}`;
}
