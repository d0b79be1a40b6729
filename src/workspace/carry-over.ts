import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedEntry, Entry } from '../ports/workspace.ts';
import { git } from '../system/git.ts';
import { type BytePath, display } from '../system/paths.ts';
import { linesOf, mergeLines, replacedIn } from './merge-lines.ts';

/** Runs git in the user's repository with a separate index. */
export type Run = (args: readonly string[], input?: Buffer | string) => Promise<Buffer>;

export interface CarryOver {
  run: Run;
  /** Reads a blob of a snapshot. */
  read(blob: string): Promise<Buffer>;
  /** A folder that is removed afterwards. */
  scratch: string;
}

/** The new entry at a path: an entry, nothing, or why there is a conflict. */
export type Outcome = { entry: Entry | null } | { conflict: string };

const REGULAR = /^100/;

/**
 * Applies one file's change between two snapshots to HEAD, and keeps HEAD's other content. If HEAD is the commit the loop
 * started from, any difference is the user's uncommitted edit, and it may be adjacent to the loop's changes. If HEAD has
 * moved, adjacent changes are a conflict, as in git.
 * Git itself writes every object into the user's repository, through the filters that the user has set for the path.
 */
export async function carryOver(
  { path, before, after }: ChangedEntry,
  { head, started }: { head: Entry | null; started: Entry | null },
  tools: CarryOver,
): Promise<Outcome> {
  // If HEAD has the exact bytes of the snapshot, there is no filter to apply, to the result either.
  const plain = before !== null && before.object === head?.object;
  const stored = (entry: Entry) => storedBlob(entry, plain ? null : path, tools);
  const same = async (entry: Entry | null) =>
    entry === null
      ? head === null
      : head !== null && (entry.object === head.object || (await stored(entry)) === head.object);

  if (await same(before)) return { entry: after && { mode: modeOf(before, after, head), object: await stored(after) } };
  if (await same(after)) return { entry: head };
  if (head === null) return { conflict: before ? 'is not committed on HEAD' : 'is gone from HEAD' };
  if (before === null) return { conflict: 'is another file on HEAD' };
  if (after === null) return { conflict: 'differs on HEAD, and the loop deleted it' };
  if (![before, after, head].every(({ mode }) => REGULAR.test(mode)))
    return { conflict: 'is not a plain file on both sides' };
  const merged = await merge(
    [await stored(before), head.object, await stored(after)],
    started?.object !== head.object,
    tools,
  );
  if (merged === null) return { conflict: 'has other changes in the same lines' };
  const object = (await tools.run(['hash-object', '-w', '--stdin', '--no-filters'], merged)).toString().trim();
  return { entry: { mode: modeOf(before, after, head), object } };
}

/** The file as the loop left it, with all that was uncommitted in it before. */
export async function takeWhole({ path, after }: ChangedEntry, tools: CarryOver): Promise<Entry | null> {
  return after && { mode: after.mode, object: await storedBlob(after, path, tools) };
}

/** A mode that the loop did not touch stays as HEAD has it. */
function modeOf(before: Entry | null, after: Entry, head: Entry | null): string {
  return before && head && before.mode === after.mode ? head.mode : after.mode;
}

async function storedBlob({ mode, object }: Entry, path: BytePath | null, { run, read }: CarryOver): Promise<string> {
  const filters = path !== null && REGULAR.test(mode) ? `--path=${display(path)}` : '--no-filters';
  return (await run(['hash-object', '-w', '--stdin', filters], await read(object))).toString().trim();
}

/** The blobs are a base and two sides of it; null if both changed the same lines, or one is not text. */
export async function merge(
  blobs: readonly [string, string, string],
  apart: boolean,
  { run, scratch }: Pick<CarryOver, 'run' | 'scratch'>,
): Promise<Buffer | null> {
  const texts = await Promise.all(
    blobs.map(async (blob) => (await run(['cat-file', 'blob', blob])).toString('latin1')),
  );
  if (texts.some((text) => text.includes('\0'))) return null;
  const [base, ours, theirs] = texts as [string, string, string];
  const names = [join(scratch, 'base'), join(scratch, 'ours'), join(scratch, 'theirs')] as const;
  await Promise.all(names.map((name, index) => writeFile(name, texts[index] ?? '', 'latin1')));
  const replaced = async (side: string, text: string) => {
    const args = [
      'diff',
      '--no-index',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      '--text',
      '-U0',
      names[0],
      side,
    ];
    const { stdout } = await git(args, { cwd: scratch, accept: [0, 1] });
    return replacedIn(stdout.toString('latin1'), linesOf(text));
  };
  const lines = mergeLines(linesOf(base), await replaced(names[1], ours), await replaced(names[2], theirs), apart);
  return lines && Buffer.from(lines.join(''), 'latin1');
}
