import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BytePath, splitNul } from '../system/paths.ts';
import { honouredRules } from './ignore.ts';
import { MOST_ENTRIES, readIndexFile } from './index-file.ts';
import { listOthers } from './list-by-rules.ts';
import { listTouched, type Untracked } from './listing.ts';
import { scanTree } from './scan-tree.ts';
import type { Scope } from './scope.ts';
import { isIgnoreFile, readIgnoreFiles } from './scope.ts';
import type { Shadow } from './shadow.ts';

export interface SyncOptions {
  scope: Scope;
  /** Ignore rules added since the baseline that are honoured in addition to the scope's. */
  added: readonly string[];
  /** Determine those rules from the current `.gitignore` files; `added` is only a first guess. */
  judge: boolean;
  /** Files tracked despite being ignored that may be missing in the index. */
  pending: readonly BytePath[];
  /** The `.gitignore` files of the index, if they are known. */
  ignoreFiles: readonly BytePath[] | null;
  /** Files changed so recently that git would miss a change of only their permissions. */
  recent: readonly BytePath[];
}

export interface IndexDifferences {
  /** In the index, and different or gone in the working tree. */
  touched: BytePath[];
  /** In the working tree, not in the index, and not ignored. */
  untracked: BytePath[];
  /** The ignore rules added since the baseline that were honoured. */
  added: string[];
  /** The `.gitignore` files of the index; null if nobody asked. */
  ignoreFiles: readonly BytePath[] | null;
  warnings: string[];
}

/** Finds out where the working tree may differ from the index: of a small tree itself, otherwise it asks git. */
export async function findDifferences(shadow: Shadow, options: SyncOptions): Promise<IndexDifferences> {
  const { scope, added, judge } = options;
  const list = (rules: readonly string[]) => listOthers(shadow, [...scope.frozen, ...rules]);
  let rules = [...added];
  const hasIndex = existsSync(join(shadow.cache, 'index'));
  const scanned = scanTree(shadow, [...scope.frozen, ...rules]);
  const [first, { files, warnings }, stored] = await Promise.all([
    scanned?.hasOthers === false ? NOTHING : list(rules),
    scanned || !hasIndex ? { files: scanned?.touched ?? [], warnings: [] } : listTouched(shadow),
    options.ignoreFiles ?? (judge ? listStoredIgnoreFiles(shadow) : null),
  ]);
  const probes: BytePath[] = [];
  let untracked = first;
  for (let round = 1; ; round++) {
    probes.push(...untracked.probes);
    const ignoreFiles = judge
      ? readIgnoreFiles(shadow.root, [...(stored ?? []), ...untracked.files.filter(isIgnoreFile)])
      : [];
    const judged = judge ? honouredRules(ignoreFiles, scope.frozen) : rules;
    const settled = judged.every((line) => rules.includes(line)) && (round > 1 || judged.length === rules.length);
    if (settled) {
      const allWarnings = [...warnings, ...untracked.warnings];
      const touched = [...files, ...probes];
      return { touched, untracked: untracked.files, added: rules, ignoreFiles: stored, warnings: allWarnings };
    }
    // From the second round on, rules are only added: a rule may hide its own `.gitignore`.
    rules = round === 1 ? judged : [...new Set([...rules, ...judged])].sort();
    untracked = await list(rules);
  }
}

const NOTHING: Untracked = { files: [], probes: [], warnings: [] };

async function listStoredIgnoreFiles(shadow: Shadow): Promise<BytePath[]> {
  const index = readIndexFile(shadow, MOST_ENTRIES);
  if (index) return [...index.entries.keys()].filter(isIgnoreFile);
  const env = { ...shadow.options().env, GIT_LITERAL_PATHSPECS: '0' };
  return splitNul((await shadow.run(['ls-files', '-z', '-c', '--', ':(glob)**/.gitignore'], { env })).stdout);
}
