import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopState } from '../core/state.ts';
import { type LoopSummary, summaryOf } from '../core/summary.ts';
import { writeFileAtomic } from './files.ts';
import type { LoopPaths } from './layout.ts';

/** The log that a summary was made of: whoever touches it, even without changing its length, makes the summary void. */
interface LogMark {
  bytes: number;
  modified: number;
  changed: number;
  file: number;
}

interface Kept {
  version: typeof VERSION;
  log: LogMark;
  /** What the head file said: the number and hash of the last record. */
  head: string;
  summary: LoopSummary;
  /** Over all of the above. */
  sum: string;
}

const VERSION = 2;
const WIDTH = 17;

/**
 * The summary kept beside a log, where it still speaks of that very log; null where it has to be made anew. Synchronous
 * and two small files a loop: a thousand are read in a fraction of a second.
 */
export function readSummary(paths: LoopPaths): LoopSummary | null {
  try {
    const kept = JSON.parse(readFileSync(fileOf(paths), 'utf8')) as Kept;
    const { sum, ...content } = kept;
    if (kept.version !== VERSION || sum !== sumOf(content)) return null;
    if (!sameMark(kept.log, markOf(statSync(paths.log)))) return null;
    return readFileSync(paths.head, 'latin1') === kept.head ? kept.summary : null;
  } catch {
    return null;
  }
}

/** The state of a log before it is read, for `keepSummary`. */
export async function markLog(paths: LoopPaths): Promise<LogMark> {
  return markOf(await stat(paths.log));
}

/**
 * Keeps the summary of a loop that is at rest. Nothing is kept where the log moved since `mark` was taken, or where its
 * head does not name the state's last record. A cache: failing to write it is no failure.
 */
export async function keepSummary(paths: LoopPaths, state: LoopState, mark: LogMark): Promise<void> {
  try {
    const head = readFileSync(paths.head, 'latin1');
    if (Number(head.slice(0, WIDTH - 1)) !== state.lastSeq || !sameMark(mark, await markLog(paths))) return;
    const content = { version: VERSION, log: mark, head, summary: summaryOf(state) } as const;
    await writeFileAtomic(fileOf(paths), `${JSON.stringify({ ...content, sum: sumOf(content) })}\n`);
  } catch {
    // The next reader reads the log instead.
  }
}

function fileOf(paths: LoopPaths): string {
  return join(paths.folder, 'summary.json');
}

function markOf({ size, mtimeMs, ctimeMs, ino }: Stats): LogMark {
  return { bytes: size, modified: mtimeMs, changed: ctimeMs, file: ino };
}

function sameMark(a: LogMark, b: LogMark): boolean {
  return a.bytes === b.bytes && a.modified === b.modified && a.changed === b.changed && a.file === b.file;
}

function sumOf(content: Omit<Kept, 'sum'>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
