import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangedEntry, changedEntries } from './changed-entries.ts';
import type { Modes } from './modes.ts';
import { type BytePath, joinNul, splitNul } from './paths.ts';
import { assertName, readRecord, writeRecord } from './record.ts';
import type { Shadow } from './shadow.ts';
import { type Parts, setReference } from './snapshot.ts';

/** One path in which two snapshots differ, if only in permissions. */
export interface TreeDifference extends ChangedEntry {
  /** Only the permissions changed. */
  modeOnly: boolean;
}

/** Everything in which two snapshots differ: content, kind, executable bit, and the permissions that git does not keep. */
export async function treeDifferences(shadow: Shadow, from: string, to: string): Promise<TreeDifference[]> {
  const entries = await changedEntries(shadow, from, to);
  const found = entries.map((one): TreeDifference => ({ ...one, modeOnly: one.before?.object === one.after?.object }));
  const told = new Set(found.map(({ path }) => path));
  const [first, second] = [await readRecord(shadow, from), await readRecord(shadow, to)];
  for (const path of oddly(first.modes, second.modes)) {
    if (!told.has(path)) found.push({ path, ...(await entry(shadow, to, path)), modeOnly: true });
  }
  return found;
}

/**
 * Records as `refs/jumar/<name>` what the snapshot would be had the paths never been touched since `base`; what it was
 * stays as `refs/jumar/<name>-as-left`. The workspace is not touched.
 */
export async function amendSnapshot(
  { shadow, kept }: Parts,
  name: string,
  commit: string,
  base: string,
  paths: readonly BytePath[],
): Promise<{ commit: string; tree: string }> {
  assertName(name);
  const [record, wanted] = [await readRecord(shadow, commit), await readRecord(shadow, base)];
  const tree = await mixedTree(shadow, record.tree, wanted.tree, paths);
  const modes = mixedModes(record.modes, wanted.modes, paths);
  const amended = await writeRecord(shadow, { ...record, name, tree, modes }, [base]);
  await setReference(shadow, `refs/jumar/${name}-as-left`, commit);
  await setReference(shadow, `refs/jumar/${name}`, amended);
  kept.add(record.tree).add(tree);
  return { commit: amended, tree };
}

async function mixedTree(shadow: Shadow, tree: string, base: string, paths: readonly BytePath[]): Promise<string> {
  const index = join(shadow.dir, `amend-${process.pid}.index`);
  const env = { ...shadow.options().env, GIT_INDEX_FILE: index };
  const { stdout } = await shadow.run(['ls-tree', '-r', '-z', base]);
  const wanted = new Set(paths);
  const entries = splitNul(stdout).filter((line) => wanted.has(line.slice(line.indexOf('\t') + 1)));
  try {
    await shadow.run(['read-tree', tree], { env });
    await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { env, input: joinNul(paths) });
    // A file or link that was put in the place of a folder on the way goes with it.
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

function oddly(before: Modes, after: Modes): BytePath[] {
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
