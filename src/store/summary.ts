import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoopSummary, summaryOf } from '../core/analytics/summary.ts';
import type { LoopState } from '../core/state/state.ts';
import { writeFileAtomic } from '../system/files.ts';
import type { LoopPaths } from './layout.ts';

/** Identifies the log that a summary was made from: any change to the file, even of the same length, makes it stale. */
interface LogMark {
  bytes: number;
  modified: number;
  changed: number;
  file: number;
}

interface SavedSummary {
  version: typeof VERSION;
  log: LogMark;
  /** The content of the head file: the number and hash of the last record. */
  head: string;
  summary: LoopSummary;
  /** The hash of all of the above. */
  sum: string;
}

const VERSION = 3;
const WIDTH = 17;

/**
 * The summary saved beside a log; null if it is stale. Synchronous and two small files per loop: a thousand take a
 * fraction of a second.
 */
export function readSummary(paths: LoopPaths): LoopSummary | null {
  try {
    const saved = JSON.parse(readFileSync(fileOf(paths), 'utf8')) as SavedSummary;
    const { sum, ...content } = saved;
    if (saved.version !== VERSION || sum !== sumOf(content)) return null;
    if (!sameMark(saved.log, markOf(statSync(paths.log)))) return null;
    return readFileSync(paths.head, 'latin1') === saved.head ? saved.summary : null;
  } catch {
    return null;
  }
}

/** The state of a log before it is read, for `keepSummary`. */
export async function markLog(paths: LoopPaths): Promise<LogMark> {
  return markOf(await stat(paths.log));
}

/**
 * Saves the summary of a loop that is not running. Saves nothing if the log changed since `mark` was taken, or if its
 * head does not name the state's last record. It is a cache: write errors are ignored.
 */
export async function saveSummary(paths: LoopPaths, state: LoopState, mark: LogMark): Promise<void> {
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

function sumOf(content: Omit<SavedSummary, 'sum'>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
