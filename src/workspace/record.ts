import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { WorkspaceError } from './errors.ts';
import { GitError } from './git.ts';
import type { Modes } from './modes.ts';
import type { Shadow } from './shadow.ts';

/** What a snapshot's commit says beside its tree; everything that a restore needs to know. */
export interface SnapshotRecord {
  /** `<loop>/<n>`. */
  name: string;
  tree: string;
  /** The hash of the scope. */
  scope: string;
  added: string[];
  modes: Modes;
}

/** Commits the tree and gives the commit's id; no reference points at it yet. */
export async function writeRecord(shadow: Shadow, record: SnapshotRecord, parents: readonly string[]): Promise<string> {
  const { name, tree, ...facts } = record;
  const json = JSON.stringify(facts).replace(/[\u007f-\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  const { stdout } = await shadow.run(args, { input: `jumar ${name}\n\n${json}\n` });
  return stdout.toString().trim();
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

/** Refuses a name that is not `<loop>/<n>` or could lead elsewhere. */
export function assertName(name: string): void {
  const parts = name.split('/');
  const sound = parts.every((part) => /^\w[\w.-]*$/.test(part) && !part.includes('..') && !/\.(lock)?$/.test(part));
  if (parts.length !== 2 || !sound) {
    throw new WorkspaceError('git-failed', `"${name}" cannot name a snapshot: "<loop>/<iteration>" is expected.`);
  }
}

/** Whole ids only: nothing that git could take for an option or look up under another name. */
export function assertCommit(shadow: Shadow, commit: string): void {
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) throw unknown(shadow, commit);
}

/** Read without a process where the commit lies in a file of its own, as it does until the repository is packed. */
function looseCommit(shadow: Shadow, commit: string): Buffer | null {
  try {
    const object = inflateSync(readFileSync(join(shadow.dir, 'objects', commit.slice(0, 2), commit.slice(2))));
    const end = object.indexOf(0);
    return object.toString('latin1', 0, 7) === 'commit ' ? object.subarray(end + 1) : null;
  } catch {
    return null;
  }
}

async function packedCommit(shadow: Shadow, commit: string): Promise<Buffer> {
  try {
    return (await shadow.run(['cat-file', 'commit', commit])).stdout;
  } catch (error) {
    if (error instanceof GitError && error.kind === 'failed') throw unknown(shadow, commit, error);
    throw error;
  }
}

function unknown(shadow: Shadow, commit: string, cause?: unknown): WorkspaceError {
  const message = `${commit.slice(0, 64)} is no snapshot in ${shadow.dir}; it may have been pruned.`;
  return new WorkspaceError('unknown-snapshot', message, cause === undefined ? {} : { cause });
}
