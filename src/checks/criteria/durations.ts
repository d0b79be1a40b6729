import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How long a project's commands took when they last ran without coverage, in milliseconds. Never rejects. */
export interface Durations {
  recall(command: string): Promise<number | null>;
  keep(command: string, durationMs: number): Promise<void>;
}

const MAX_COMMANDS = 50;

/** Stored in a small file of the project's state folder, keyed by hash, because a command may contain a secret. */
export function openDurations(folder: string): Durations {
  const file = join(folder, 'durations.json');
  const read = () =>
    readFile(file, 'utf8')
      .then((text) => new Map(Object.entries(JSON.parse(text) as Record<string, number>)))
      .catch(() => new Map<string, number>());
  return {
    async recall(command) {
      const duration = (await read()).get(keyOf(command));
      return typeof duration === 'number' && duration >= 0 ? duration : null;
    },
    async keep(command, durationMs) {
      const durations = await read();
      // Move it to the end: the oldest entries are dropped first.
      durations.delete(keyOf(command));
      durations.set(keyOf(command), Math.round(durationMs));
      const next = `${file}.${process.pid}`;
      const text = JSON.stringify(Object.fromEntries([...durations].slice(-MAX_COMMANDS)));
      await mkdir(dirname(file), { recursive: true }).catch(() => {});
      await writeFile(next, text, { mode: 0o600 }).then(
        () => rename(next, file).catch(() => {}),
        () => {},
      );
    },
  };
}

const keyOf = (command: string) => createHash('sha256').update(command).digest('hex').slice(0, 32);
