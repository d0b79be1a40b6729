import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How long a project's commands took when they last ran without coverage, in milliseconds. Never rejects. */
export interface Durations {
  recall(command: string): Promise<number | null>;
  keep(command: string, durationMs: number): Promise<void>;
}

const MOST_COMMANDS = 50;

/** In one small file of the project's state folder, by the commands' hashes: a command may hold a secret. */
export function openDurations(folder: string): Durations {
  const file = join(folder, 'durations.json');
  const read = () =>
    readFile(file, 'utf8')
      .then((text) => new Map(Object.entries(JSON.parse(text) as Record<string, number>)))
      .catch(() => new Map<string, number>());
  return {
    async recall(command) {
      const known = (await read()).get(keyOf(command));
      return typeof known === 'number' && known >= 0 ? known : null;
    },
    async keep(command, durationMs) {
      const known = await read();
      // The oldest goes first.
      known.delete(keyOf(command));
      known.set(keyOf(command), Math.round(durationMs));
      const next = `${file}.${process.pid}`;
      const text = JSON.stringify(Object.fromEntries([...known].slice(-MOST_COMMANDS)));
      await mkdir(dirname(file), { recursive: true }).catch(() => {});
      await writeFile(next, text, { mode: 0o600 }).then(
        () => rename(next, file).catch(() => {}),
        () => {},
      );
    },
  };
}

const keyOf = (command: string) => createHash('sha256').update(command).digest('hex').slice(0, 32);
