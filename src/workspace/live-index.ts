import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BytePath } from '../system/paths.ts';
import { dropIndex, isIndexTrusted } from './index-trust.ts';
import type { Scope } from './scope.ts';
import type { Shadow } from './shadow.ts';
import { type Synced, syncIndex } from './sync.ts';

/** The shadow repository's index, with results cached in this process. */
export interface LiveIndex {
  sync(rules: Rules): Promise<Synced>;
  /** The tree of the index. */
  tree(): Promise<string>;
  /** Says which tree the index holds, after git has written it. */
  know(tree: string): void;
  /** Call this before writing the index, with the files to write. */
  forget(written?: readonly BytePath[]): void;
  /** Removes a damaged index: the next sync reads every file again. */
  drop(): void;
}

export interface Rules {
  scope: Scope;
  added: readonly string[];
  /** For a new snapshot: checks the ignore rules added since, and adds files that are tracked although ignored. */
  fresh: boolean;
}

export function openIndex(shadow: Shadow): LiveIndex {
  let knownTree: string | null = null;
  let settled: { scope: string; missing: readonly BytePath[] } | null = null;
  let recent: readonly BytePath[] = [];
  /** The `.gitignore` files of a tree; of the index if its tree is not known yet. */
  let ignoreFiles: { tree: string | null; paths: readonly BytePath[] } | null = null;
  let checked = false;
  let isEmpty = false;

  const forget = (written: readonly BytePath[] = []) => {
    knownTree = null;
    settled = null;
    if (ignoreFiles?.tree === null) ignoreFiles = null;
    recent = [...recent, ...written];
  };

  const know = (tree: string) => {
    knownTree = tree;
    if (ignoreFiles) ignoreFiles = { tree: ignoreFiles.tree ?? tree, paths: ignoreFiles.paths };
    noteTree(shadow, tree);
  };

  return {
    forget,
    know,
    drop() {
      forget();
      dropIndex(shadow.cache);
      isEmpty = true;
    },
    async sync({ scope, added, fresh }) {
      if (!checked) {
        if (!isIndexTrusted(shadow.cache)) dropIndex(shadow.cache);
        knownTree = treeOnDisk(shadow);
        isEmpty = !existsSync(join(shadow.cache, 'index'));
      }
      checked = true;
      const [before, calm] = [knownTree, settled];
      forget();
      const key = JSON.stringify(scope.tracked);
      const pending = isEmpty ? scope.tracked : !fresh ? [] : calm?.scope === key ? calm.missing : scope.tracked;
      const known = isEmpty ? [] : before !== null && ignoreFiles?.tree === before ? ignoreFiles.paths : null;
      const synced = await syncIndex(shadow, { scope, added, judge: fresh, pending, ignoreFiles: known, recent });
      recent = synced.recent;
      isEmpty = false;
      if (synced.stored.size + synced.dropped.size === 0) knownTree = before;
      if (synced.ignoreFiles) ignoreFiles = { tree: knownTree, paths: synced.ignoreFiles };
      if (fresh) settled = { scope: key, missing: missingAfter(scope, pending, synced) };
      return synced;
    },
    async tree() {
      if (knownTree !== null) return knownTree;
      const tree = (await shadow.run(['write-tree'])).stdout.toString().trim();
      know(tree);
      return tree;
    },
  };
}

/**
 * The tree of the index as an earlier process left it, if recorded. Removes a torn index: git does not verify the
 * checksum at its end and would read it as a shorter one. The index is a cache; without it every file is read again.
 */
function treeOnDisk(shadow: Shadow): string | null {
  const content = read(shadow, 'index');
  if (!content) return null;
  const sum = content.subarray(-sumLength(shadow));
  const whole = createHash(shadow.objectFormat).update(content.subarray(0, -sum.length)).digest().equals(sum);
  if (!whole) rmSync(join(shadow.cache, 'index'));
  const [noted, tree] = String(read(shadow, 'index-tree')).split(' ');
  return whole && tree && noted === sum.toString('hex') ? tree : null;
}

function noteTree(shadow: Shadow, tree: string): void {
  const sum = read(shadow, 'index')?.subarray(-sumLength(shadow)).toString('hex');
  if (sum) writeFileSync(join(shadow.cache, 'index-tree'), `${sum} ${tree}`);
}

function read(shadow: Shadow, name: string): Buffer | null {
  const file = join(shadow.cache, name);
  return existsSync(file) ? readFileSync(file) : null;
}

function sumLength(shadow: Shadow): number {
  return shadow.objectFormat === 'sha256' ? 32 : 20;
}

function missingAfter(scope: Scope, pending: readonly BytePath[], synced: Synced): BytePath[] {
  const tracked = new Set(scope.tracked);
  return [
    ...pending.filter((path) => !synced.stored.has(path)),
    ...[...synced.dropped].filter((path) => tracked.has(path)),
  ];
}
