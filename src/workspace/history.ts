import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GitError } from '../system/git.ts';
import type { References } from './copy-history.ts';
import { type CopyPlan, copyObjects, planCopy } from './copy-history.ts';
import { writeDurably } from './durable.ts';
import { setShallow } from './prune.ts';
import { assertName } from './record.ts';
import type { Shadow } from './shadow.ts';
import { setReference } from './snapshot.ts';
import { commitStaged, stagedBlobs } from './staged.ts';
import { SHOW_REFS, type User } from './user.ts';

export interface MovedReference {
  name: string;
  /** Null if the reference is new. */
  from: string | null;
  /** Null if the reference is gone. */
  to: string | null;
}

export interface ProtectedHistory {
  refs: References;
  /** Something was copied into the shadow repository. */
  copied: boolean;
  note?: string;
}

export interface History {
  refsNow(): Promise<References>;
  protect(loop: string, label: string): Promise<ProtectedHistory>;
}

/**
 * Saves what exists only in the user's local repository (branches, tags, stashes, reflog entries, staged content) as
 * `refs/jumar-user/<loop>/<label>/…`, complete enough to fetch from there with plain git. An agent that resets, deletes
 * branches, expires the reflog and collects garbage then destroys nothing. Only reads the user's repository.
 * Not saved: what the remote-tracking branches reach, and annotated tags on it.
 */
export function openHistory(shadow: Shadow, user: User, capBytes = 200 * 1024 * 1024): History {
  const refsNow = async () => (await readReferences(user)).refs;
  return {
    refsNow,
    async protect(loop, label) {
      assertName(`${loop}/${label}`);
      const { refs, peeled, note } = await readReferences(user);
      if (note !== undefined) return { refs, copied: false, note };
      const before = loadReferences(shadow, loop);
      if (before && movedRefs(before, refs).length === 0) return { refs, copied: false };
      if (user.run && user.located.git?.objectFormat !== shadow.objectFormat)
        return { refs, copied: false, note: otherFormat };
      try {
        const copied = await keep(`refs/jumar-user/${loop}/${label}`, refs, peeled, before);
        storeReferences(shadow, loop, refs);
        return copied === 'too big' ? { refs, copied: false, note: tooBig(capBytes) } : { refs, copied };
      } catch (error) {
        if (!(error instanceof GitError && error.code === 'git-failed')) throw error;
        return { refs, copied: false, note: `your local history could not be copied: ${error.message}` };
      }
    },
  };

  async function keep(prefix: string, refs: References, peeled: References, before: References | null) {
    if (!user.run) return false;
    const staged = before ? [] : await stagedBlobs(user);
    const plan = await planCopy(shadow, user, refs, peeled, Object.values(before ?? {}));
    const objects = [...plan.commits, ...plan.tags];
    if (objects.length + staged.length > 0) {
      const blobs = staged.map(({ object }) => object);
      if ((await copyObjects(shadow, user, objects, blobs, capBytes)) === 'too big') return 'too big';
    }
    setShallow(shadow, plan.cut, plan.whole);
    const named = { ...plan.named, ...(await keepUnnamed(shadow, plan)), ...(await commitStaged(shadow, staged)) };
    await setReferences(shadow, prefix, named);
    return Object.keys(named).length > 0;
  }
}

/** A few new ones are written one by one; git writes many, or those that may be there already. */
async function setReferences(shadow: Shadow, prefix: string, named: References): Promise<void> {
  const all = Object.entries(named);
  if (all.length <= 10 && shadow.hasFileReferences && !existsSync(join(shadow.dir, prefix))) {
    for (const [name, object] of all) await setReference(shadow, `${prefix}/${name}`, object);
  } else if (all.length > 0) {
    const input = all.map(([name, object]) => `update ${prefix}/${name}\0${object}\0\0`).join('');
    await shadow.run(['update-ref', '--stdin', '-z'], { input });
  }
}

/** The references that differ. */
export function movedRefs(before: References, after: References): MovedReference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .map((name) => ({ name, from: before[name] ?? null, to: after[name] ?? null }))
    .filter(({ from, to }) => from !== to);
}

async function readReferences(user: User): Promise<{ refs: References; peeled: References; note?: string }> {
  const refs: References = {};
  const peeled: References = {};
  if (!user.ask) return { refs, peeled, ...(user.problem && { note: user.problem }) };
  const { stdout, stderr, code } = await user.ask(SHOW_REFS, { accept: [0, 1, 128] });
  if (code === 128) return { refs, peeled, note: `your git repository cannot be read: ${stderr.trim()}` };
  for (const line of stdout.toString().split('\n')) {
    const [object, name] = line.split(' ');
    if (!object || !name || name.startsWith('refs/remotes/')) continue;
    if (name.endsWith('^{}')) peeled[name.slice(0, -3)] = object;
    else refs[name] = object;
  }
  return { refs, peeled };
}

/** One commit whose parents are the commits without a reference: older stashes and those only in the reflog. */
async function keepUnnamed(shadow: Shadow, { unnamed }: CopyPlan): Promise<Record<string, string>> {
  if (unnamed.length === 0) return {};
  const emptyTree = (await shadow.run(['mktree'])).stdout.toString().trim();
  const commit = async (parents: readonly string[]) => {
    const args = ['commit-tree', emptyTree, ...parents.flatMap((parent) => ['-p', parent])];
    return (await shadow.run(args, { input: 'kept of the user\n' })).stdout.toString().trim();
  };
  const bundles: string[] = [];
  for (let at = 0; at < unnamed.length; at += 1000) bundles.push(await commit(unnamed.slice(at, at + 1000)));
  return { _unnamed: bundles.length === 1 ? bundles[0]! : await commit(bundles) };
}

function loadReferences(shadow: Shadow, loop: string): References | null {
  const file = referencesFile(shadow, loop);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as References) : null;
}

function storeReferences(shadow: Shadow, loop: string, refs: References): void {
  const file = referencesFile(shadow, loop);
  mkdirSync(dirname(file), { recursive: true });
  writeDurably(file, Buffer.from(JSON.stringify(refs)));
}

function referencesFile(shadow: Shadow, loop: string): string {
  return join(shadow.dir, 'history', `${loop}.json`);
}

const otherFormat = 'your local history was not copied: its object format is not the one of the shadow repository';

function tooBig(capBytes: number): string {
  const megabytes = Math.round(capBytes / 1024 / 1024);
  return `your local history was not copied, because it is larger than ${megabytes} MB; push it to be safe`;
}
