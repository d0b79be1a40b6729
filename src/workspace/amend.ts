import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeDifference } from '../ports/workspace.ts';
import { type BytePath, joinNul, splitNul } from '../system/paths.ts';
import { changedEntries } from './changed-entries.ts';
import type { Modes } from './modes.ts';
import { assertName, readRecord, writeRecord } from './record.ts';
import type { Shadow } from './shadow.ts';
import { setReference, type WorkspaceParts } from './snapshot.ts';

/** All differences between two snapshots: content, kind, executable bit, and the permissions that git does not store. */
export async function treeDifferences(shadow: Shadow, from: string, to: string): Promise<TreeDifference[]> {
  const entries = await changedEntries(shadow, from, to);
  const found = entries.map((one): TreeDifference => ({ ...one, modeOnly: one.before?.object === one.after?.object }));
  const listed = new Set(found.map(({ path }) => path));
  const [first, second] = [await readRecord(shadow, from), await readRecord(shadow, to)];
  for (const path of modeDifferences(first.modes, second.modes)) {
    if (!listed.has(path)) found.push({ path, ...(await entry(shadow, to, path)), modeOnly: true });
  }
  return found;
}

/**
 * Records as `refs/jumar/<name>` the snapshot with these paths as they were in `base`. The original snapshot stays as
 * `refs/jumar/<name>-as-left`. Does not touch the workspace.
 */
export async function amendSnapshot(
  { shadow, referencedTrees }: WorkspaceParts,
  name: string,
  commit: string,
  base: string,
  paths: readonly BytePath[],
): Promise<{ commit: string; tree: string }> {
  assertName(name);
  const [record, baseRecord] = [await readRecord(shadow, commit), await readRecord(shadow, base)];
  const tree = await mixedTree(shadow, record.tree, baseRecord.tree, paths);
  const modes = mixedModes(record.modes, baseRecord.modes, paths);
  const amended = await writeRecord(shadow, { ...record, name, tree, modes }, [base]);
  await setReference(shadow, `refs/jumar/${name}-as-left`, commit);
  await setReference(shadow, `refs/jumar/${name}`, amended);
  referencedTrees.add(record.tree).add(tree);
  return { commit: amended, tree };
}

async function mixedTree(shadow: Shadow, tree: string, base: string, paths: readonly BytePath[]): Promise<string> {
  const index = join(shadow.dir, `amend-${process.pid}.index`);
  const env = { ...shadow.options().env, GIT_INDEX_FILE: index };
  const { stdout } = await shadow.run(['ls-tree', '-r', '-z', base]);
  const pathSet = new Set(paths);
  const entries = splitNul(stdout).filter((line) => pathSet.has(line.slice(line.indexOf('\t') + 1)));
  try {
    await shadow.run(['read-tree', tree], { env });
    await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { env, input: joinNul(paths) });
    // Also removes a file or link that replaced a parent folder.
    await shadow.run(['update-index', '--add', '--replace', '-z', '--index-info'], { env, input: joinNul(entries) });
    return (await shadow.run(['write-tree'], { env })).stdout.toString().trim();
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}

function mixedModes(modes: Modes, base: Modes, paths: readonly BytePath[]): Modes {
  if (modes.odd === null || base.odd === null) return modes;
  const odd = { ...modes.odd };
  for (const path of paths) {
    delete odd[path];
    if (base.odd[path] !== undefined) odd[path] = base.odd[path];
  }
  return { ...modes, odd };
}

function modeDifferences(before: Modes, after: Modes): BytePath[] {
  if (before.odd === null || after.odd === null) return [];
  const [first, second] = [before.odd, after.odd];
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].filter((path) => first[path] !== second[path]);
}

async function entry(shadow: Shadow, commit: string, path: BytePath) {
  const { stdout } = await shadow.run(['ls-tree', '-z', commit, '--', Buffer.from(path, 'latin1').toString()]);
  const [mode = '', , object = ''] = splitNul(stdout)[0]?.split(/[ \t]/) ?? [];
  const there = object ? { mode, object } : null;
  return { before: there, after: there };
}
