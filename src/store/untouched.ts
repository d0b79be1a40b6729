import { fstatSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Link } from './chain.ts';
import { StoreError } from './errors.ts';
import { checkOpenLog, type LogFiles } from './read-log.ts';

/** Where a writer left its log. */
export interface Place {
  link: Link;
  end: number;
  /** The file's change time as this writer left it; null where it could not be told. */
  changed: bigint | null;
}

/**
 * Two stats tell whether the file is still the one that was opened and as this writer left it. Where only its times
 * differ (a backup tool, a chmod, an edit in place), the whole log is read again and must end in the head kept here.
 */
export async function verifyUntouched(file: FileHandle, options: LogFiles, place: Place): Promise<void> {
  const next = place.link.seq + 1;
  // Synchronous where it takes microseconds: a round through the thread pool takes longer.
  const own = fstatSync(file.fd, { bigint: true });
  const there = statSync(options.path, { bigint: true, throwIfNoEntry: false });
  if (!there) throw tampered(options.path, next, 'the file was removed');
  if (there.ino !== own.ino || there.dev !== own.dev) throw tampered(options.path, next, 'the file was replaced');
  if (own.size === BigInt(place.end) && own.ctimeNs === place.changed) return;

  const found = await checkOpenLog(file, options, { head: place.link, iterations: false }, () => {});
  if (found.damage) throw tampered(options.path, found.damage.seq, found.damage.message);
  if (found.head.seq > place.link.seq || found.torn) throw tampered(options.path, next, 'somebody else appended to it');
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
    'nothing more is recorded; find out what else writes to the state folder: only a sandbox keeps an agent from it',
  );
}
