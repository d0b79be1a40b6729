import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { lockToken } from './lock.ts';

/**
 * Calls `onLost` once, as soon as the lock file is gone or contains another token. Watches the file and also polls it
 * every `every` milliseconds, for when watching fails (a network folder, no watches left). Does not keep the process alive.
 */
export function watchLock(path: string, token: string, onLost: () => void, every = POLL_MS): { stop(): void } {
  let stopped = false;
  let looking = false;
  let again = false;

  async function look(): Promise<void> {
    if (stopped) return;
    again = looking;
    if (looking) return;
    looking = true;
    // A failed read does not mean that the lock is lost: the next check decides.
    const found = await lockToken(path).catch(() => token);
    looking = false;
    if (stopped) return;
    if (found !== token) {
      stop();
      onLost();
    } else if (again) {
      await look();
    }
  }

  const watcher = watchFolder(dirname(path), (name) => {
    if (name === null || name === basename(path)) void look();
  });
  const timer = setInterval(() => void look(), every).unref();
  function stop(): void {
    stopped = true;
    clearInterval(timer);
    watcher?.close();
  }
  void look();
  return { stop };
}

const POLL_MS = 500;

/** Watches the folder, not the file: replacing a file ends its watch. Null if watching is not possible. */
function watchFolder(folder: string, onChange: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onChange(name));
    return watcher.on('error', () => watcher.close());
  } catch {
    return null;
  }
}
