import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * The stories create and delete some 100,000 small files, and a disk's file system takes a third of their time for that.
 * If the machine has room, their temporary folders are in memory. Folders whose path is fixed stay in /tmp.
 */
export default function useFastTemporaryFolder(): (() => void) | undefined {
  const folder = createFolder();
  if (folder === null) return;
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function createFolder(): string | null {
  if (process.env.TMPDIR || process.platform !== 'linux') return null;
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < NEEDED_BYTES || freemem() < NEEDED_BYTES) return null;
    const folder = mkdtempSync(join(SHARED_MEMORY, 'jumar-'));
    // As /tmp: some stories go on as another user.
    chmodSync(folder, 0o1777);
    if (canExecute(folder)) return folder;
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Without /dev/shm, the usual folder is used.
  }
  return null;
}

/** Containers often mount it with noexec; agents and checks are scripts. */
function canExecute(folder: string): boolean {
  const script = join(folder, 'probe.sh');
  writeFileSync(script, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  try {
    execFileSync(script);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(script);
  }
}
