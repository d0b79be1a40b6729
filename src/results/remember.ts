import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redact } from '../redact/redact.ts';
import { ignoredState } from './ignored-state.ts';
import { bringFile, type ResultItem, readRecord, storeFile, writeRecord } from './record.ts';

/** What is known of one tree under one environment from earlier runs, and what this run adds to it. */
export interface Remembered {
  /** What was kept under the name, where it still holds. Files are brought to where they are asked for. */
  find(what: string, files?: Readonly<Record<string, string>>): Promise<unknown>;
  /** It was found since this was opened. */
  wasFound(what: string): boolean;
  /** To be stored by `settle`; the files are those of the run. */
  keep(what: string, value: unknown, files?: Readonly<Record<string, string>>): void;
  /** To be called once every command has ended. Gives the digest of what is stored, for `trusted`. Never rejects. */
  settle(): Promise<string | null>;
}

export interface RememberOptions {
  /** Outside the workspace. */
  folder: string;
  root: string;
  /** The id of the tree's content, and the files that it covers, relative to the root. */
  tree: string;
  paths(): Promise<Iterable<string>>;
  /** What else the results depend on. */
  environment: string;
  /** Digests of records that nobody but this loop has written; null where every record is believed. */
  trusted: ReadonlySet<string> | null;
  redact: Redact;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Whatever a key cannot know (services, the clock, the network) may have changed after a day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
const LARGEST_FILE = 8 * 1024 * 1024;
/** About half a second of looking. */
const MOST_ENTRIES = 60_000;

/**
 * Opens what is known of a tree. A result holds while the tree, the environment and whatever lies beside the tree are as
 * they were when its run had ended. To be opened before any command runs, for a command may change what lies there.
 */
export async function remember(options: RememberOptions): Promise<Remembered> {
  const { root, tree, environment, trusted, redact, now } = options;
  const key = createHash('sha256').update(`1 ${tree} ${environment}`).digest('hex').slice(0, 40);
  const folder = join(options.folder, key);
  const look = async () => ignoredState(root, new Set(await options.paths()), MOST_ENTRIES).catch(() => null);
  const stored = await readRecord(folder);
  const usable =
    stored !== null &&
    (trusted === null || trusted.has(stored.digest)) &&
    now() - stored.record.at < LONGEST_MS &&
    stored.record.state === (await look());
  const items: Record<string, ResultItem> = usable ? stored.record.items : {};
  const added = new Map<string, { value: unknown; files: Readonly<Record<string, string>> }>();

  const found = new Set<string>();

  return {
    wasFound: (what) => found.has(what),
    async find(what, files = {}) {
      const item = Object.hasOwn(items, what) ? items[what] : undefined;
      if (!item) return null;
      for (const [name, to] of Object.entries(files)) {
        const hash = item.files[name];
        if (hash === undefined || !(await bringFile(folder, hash, to).catch(() => false))) return null;
      }
      found.add(what);
      return item.value;
    },
    keep(what, value, files = {}) {
      added.set(what, { value, files });
    },
    async settle() {
      if (added.size === 0) return null;
      try {
        const state = await look();
        if (state === null) return null;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        for (const [what, { value, files }] of added) {
          const kept = (await isFit(value, files, redact)) ? await storeAll(folder, files) : null;
          if (kept) items[what] = { value, files: kept };
          else delete items[what];
        }
        if (Object.keys(items).length === 0) return null;
        return await writeRecord(folder, { version: 1, at: now(), state, items });
      } catch {
        return null;
      }
    },
  };
}

/** Too large, or with a secret in it: what is stored is what was printed, or nothing. */
async function isFit(value: unknown, files: Readonly<Record<string, string>>, redact: Redact): Promise<boolean> {
  const text = JSON.stringify(value);
  if (text.length > LARGEST_FILE || redact(text) !== text) return false;
  for (const path of Object.values(files)) {
    if ((await stat(path)).size > LARGEST_FILE) return false;
    const content = await readFile(path, 'utf8');
    if (redact(content) !== content) return false;
  }
  return true;
}

async function storeAll(folder: string, files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const hashes = Object.entries(files).map(async ([name, path]) => [name, await storeFile(folder, path)] as const);
  return Object.fromEntries(await Promise.all(hashes));
}
