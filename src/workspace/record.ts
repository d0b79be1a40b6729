import { join } from 'node:path';
import { GitError } from '../system/git.ts';
import { readLooseObject, writeLooseObject } from '../system/loose-objects.ts';
import { WorkspaceError } from './errors.ts';
import type { Modes } from './modes.ts';
import { type Scope, scopeOf } from './scope.ts';
import type { Shadow } from './shadow.ts';

/**
 * The metadata of a snapshot's commit: everything that a restore needs. It is only in the commit's message, so that
 * fetching the commit is enough. Not in the tree, whose hash shows whether anything changed; not in a parent or another
 * reference, which pruning removes and a fetch of one reference leaves out.
 */
export interface SnapshotRecord {
  /** `<loop>/<n>`. */
  name: string;
  tree: string;
  /** The hash of the scope. */
  scope: string;
  /** The scope itself; older snapshots have it in a file beside the shadow repository's objects. */
  rules?: Scope;
  added: string[];
  modes: Modes;
}

/** Commits the tree with its scope and returns the commit's id. No reference points to it yet. */
export async function writeRecord(shadow: Shadow, record: SnapshotRecord, parents: readonly string[]): Promise<string> {
  const { name, tree, ...facts } = record;
  const json = JSON.stringify({ ...facts, rules: scopeOf(shadow, record) }).replace(/[\u007f-\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const who = `jumar <jumar@localhost> ${Math.floor(Date.now() / 1000)} +0000`;
  const header = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
  const text = `${header.join('\n')}\n\njumar ${name}\n\n${json}\n`;
  return writeLooseObject(join(shadow.dir, 'objects'), shadow.objectFormat, 'commit', Buffer.from(text));
}

export async function readRecord(shadow: Shadow, commit: string): Promise<SnapshotRecord> {
  assertCommit(shadow, commit);
  const text = (looseCommit(shadow, commit) ?? (await packedCommit(shadow, commit))).toString();
  const [header = '', subject = '', json = ''] = text.split('\n\n');
  const tree = /^tree (\w+)$/m.exec(header)?.[1];
  const name = /^jumar (\S+)$/.exec(subject)?.[1];
  if (!tree || !name) throw unknown(shadow, commit);
  return { name, tree, ...(JSON.parse(json) as Omit<SnapshotRecord, 'name' | 'tree'>) };
}

/** Throws if a name is not `<loop>/<n>` or could lead elsewhere. */
export function assertName(name: string): void {
  const parts = name.split('/');
  const sound = parts.every((part) => /^\w[\w.-]*$/.test(part) && !part.includes('..') && !/\.(lock)?$/.test(part));
  if (parts.length !== 2 || !sound) {
    throw new WorkspaceError('git-failed', `"${name}" cannot name a snapshot: "<loop>/<iteration>" is expected.`);
  }
}

/** Full ids only: nothing that git could read as an option or another name. */
export function assertCommit(shadow: Shadow, commit: string): void {
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) throw unknown(shadow, commit);
}

/** Commits are loose until the repository is packed. */
function looseCommit(shadow: Shadow, commit: string): Buffer | null {
  const object = readLooseObject(join(shadow.dir, 'objects'), commit);
  return object?.type === 'commit' ? object.content : null;
}

async function packedCommit(shadow: Shadow, commit: string): Promise<Buffer> {
  try {
    return (await shadow.run(['cat-file', 'commit', commit])).stdout;
  } catch (error) {
    if (error instanceof GitError && error.code === 'git-failed') throw unknown(shadow, commit, error);
    throw error;
  }
}

function unknown(shadow: Shadow, commit: string, cause?: unknown): WorkspaceError {
  const message = `${commit.slice(0, 64)} is not a snapshot in ${shadow.dir}; it may have been pruned.`;
  return new WorkspaceError('unknown-snapshot', message, cause === undefined ? {} : { cause });
}
