import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file's content atomically: after a crash it is the old content or the new, never a part. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(handle, content, typeof content === 'string' ? 'latin1' : undefined);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Makes the names in a folder durable: without this, a rename may be lost. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
