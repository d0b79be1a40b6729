import type { ChangedEntry } from '../ports/workspace.ts';
import { diffTrees } from '../system/tree-diff.ts';
import { assertCommit } from './record.ts';
import type { Shadow } from './shadow.ts';

export async function changedEntries(shadow: Shadow, from: string, to: string): Promise<ChangedEntry[]> {
  for (const commit of [from, to]) assertCommit(shadow, commit);
  return diffTrees(shadow.objects, from, to);
}
