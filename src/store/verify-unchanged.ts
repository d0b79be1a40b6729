import { fstatSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { StoreError } from '../system/errors.ts';
import type { Link } from './chain.ts';
import type { LogFiles } from './log-evidence.ts';
import { checkOpenLog } from './read-log.ts';

/** Where a writer left its log. */
export interface LogPosition {
  link: Link;
  end: number;
  /** The file's change time after this writer's last write; null if it could not be read. */
  changed: bigint | null;
}

/**
 * Two stats show whether the file is still the one that was opened, as this writer left it. If only its times differ (a
 * backup tool, a chmod, an edit in place), the whole log is read again and must end with the writer's last record.
 */
export async function verifyUnchanged<E>(file: FileHandle, options: LogFiles<E>, place: LogPosition): Promise<void> {
  const next = place.link.seq + 1;
  // Synchronous: this takes microseconds, and a trip through the thread pool takes longer.
  const own = fstatSync(file.fd, { bigint: true });
  const there = statSync(options.path, { bigint: true, throwIfNoEntry: false });
  if (!there) throw tampered(options.path, next, 'the file was removed');
  if (there.ino !== own.ino || there.dev !== own.dev) throw tampered(options.path, next, 'the file was replaced');
  if (own.size === BigInt(place.end) && own.ctimeNs === place.changed) return;

  const found = await checkOpenLog(file, options, { head: place.link, iterations: false }, () => {});
  if (found.damage) throw tampered(options.path, found.damage.seq, found.damage.message);
  if (found.head.seq > place.link.seq || found.torn)
    throw tampered(options.path, next, 'another process appended to it');
  place.changed = own.ctimeNs;
}

/** Never throws: it runs after the record is on disk. */
export function changeTime(file: FileHandle): bigint | null {
  try {
    return fstatSync(file.fd, { bigint: true }).ctimeNs;
  } catch {
    return null;
  }
}

function tampered(path: string, seq: number, what: string): StoreError {
  return new StoreError(
    'tampered',
    `${path} was changed while the loop ran, at record ${seq}: ${what}`,
    'recording stopped; find out what else writes to the state folder: only a sandbox keeps an agent out',
  );
}
