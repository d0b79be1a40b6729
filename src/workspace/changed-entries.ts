import type { ChangedEntry, Entry } from '../ports/workspace.ts';
import { splitNul } from '../system/paths.ts';
import { assertCommit } from './record.ts';
import type { Shadow } from './shadow.ts';

export async function changedEntries(shadow: Shadow, from: string, to: string): Promise<ChangedEntry[]> {
  for (const commit of [from, to]) assertCommit(shadow, commit);
  const { stdout } = await shadow.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]);
  const fields = splitNul(stdout);
  const found: ChangedEntry[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, modeBefore = '', modeAfter = '', before = '', after = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+)/.exec(fields[index] ?? '') ?? [];
    found.push({ path: fields[index + 1] ?? '', before: entry(modeBefore, before), after: entry(modeAfter, after) });
  }
  return found;
}

function entry(mode: string, object: string): Entry | null {
  return /^0*$/.test(object) ? null : { mode, object };
}
