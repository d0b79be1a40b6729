import { honoured } from './ignore.ts';
import { listTouched, listUntracked } from './listing.ts';
import { type BytePath, splitNul } from './paths.ts';
import { excludeFrom, isIgnoreFile, readIgnoreFiles } from './scope.ts';
import type { Shadow } from './shadow.ts';
import type { SyncOptions } from './sync.ts';

export interface Found {
  /** In the index, and different or gone in the working tree. */
  touched: BytePath[];
  /** In the working tree, not in the index, and not ignored. */
  untracked: BytePath[];
  /** The ignore rules made since the baseline that were honoured. */
  added: string[];
  warnings: string[];
}

/** Asks git in what the working tree may differ from the index. */
export async function findDifferences(shadow: Shadow, { scope, added, judge }: SyncOptions): Promise<Found> {
  const list = (rules: readonly string[]) => listUntracked(shadow, [excludeFrom(shadow, [...scope.frozen, ...rules])]);
  let rules = [...added];
  const [first, { files, warnings }, stored] = await Promise.all([
    list(rules),
    listTouched(shadow),
    judge ? listStoredIgnoreFiles(shadow) : [],
  ]);
  const probes: BytePath[] = [];
  let untracked = first;
  for (let round = 1; ; round++) {
    probes.push(...untracked.probes);
    const ignoreFiles = judge ? readIgnoreFiles(shadow.root, [...stored, ...untracked.files.filter(isIgnoreFile)]) : [];
    const judged = judge ? honoured(ignoreFiles, scope.frozen) : rules;
    const settled = judged.every((line) => rules.includes(line)) && (round > 1 || judged.length === rules.length);
    if (settled) {
      const said = [...warnings, ...untracked.warnings];
      return { touched: [...files, ...probes], untracked: untracked.files, added: rules, warnings: said };
    }
    // From the second round on the rules only grow: one may hide the very `.gitignore` that it stands in.
    rules = round === 1 ? judged : [...new Set([...rules, ...judged])].sort();
    untracked = await list(rules);
  }
}

async function listStoredIgnoreFiles(shadow: Shadow): Promise<BytePath[]> {
  return splitNul((await shadow.run(['ls-files', '-z', '-c', '--', ':(glob)**/.gitignore'])).stdout);
}
