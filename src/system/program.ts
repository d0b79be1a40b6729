import { statSync } from 'node:fs';
import { join } from 'node:path';
import { JumarError } from './errors.ts';
import { packageRoot } from './package-root.ts';

/** The files that this process still starts, and those of its package that any build or update replaces. */
const FILES = ['package.json', 'dist/bin/jumar.js', 'dist/bin/analyst.js'];

/** What Node runs for `jumar`. */
export function programFile(): string {
  return join(packageRoot(), 'dist', 'bin', 'jumar.js');
}

export interface Program {
  /** Whether its files on disk are others than when it was noted: what this process loads now may not fit what it has. */
  isReplaced(): boolean;
  /** Throws if it was replaced. */
  check(): void;
}

/** Notes which program runs, so that an update beneath it does not go unseen. */
export function noteProgram(root = packageRoot()): Program {
  const noted = identityOf(root);
  const isReplaced = () => identityOf(root) !== noted;
  return {
    isReplaced,
    check() {
      if (isReplaced()) throw programReplaced();
    },
  };
}

export function programReplaced(cause?: unknown): JumarError {
  return new JumarError(
    'program-replaced',
    'Jumar was updated or rebuilt while this loop ran, so its process cannot go on',
    'everything recorded is safe; go on with the new version: jumar resume',
    { cause },
  );
}

function identityOf(root: string): string {
  return FILES.map((name) => {
    const stats = statSync(join(root, name), { throwIfNoEntry: false });
    return stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}` : 'missing';
  }).join();
}
