import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CachedResults } from '../../ports/results.ts';
import type { Redact } from '../../redact/redact.ts';
import { ignoredState } from './ignored-state.ts';
import { type ResultItem, readRecord, restoreFile, storeFile, writeRecord } from './record.ts';

export interface RememberOptions {
  /** Outside the workspace. */
  folder: string;
  root: string;
  /** The id of the tree's content, and the files that it covers, relative to the root. */
  tree: string;
  paths(): Promise<Iterable<string>>;
  /** What else the results depend on. */
  environment: string;
  /** Digests of the records that this loop has written; null to trust every record. */
  trusted: ReadonlySet<string> | null;
  redact: Redact;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** After a day, things that a key does not cover (services, the clock, the network) may have changed. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** Takes about half a second to scan. */
const MAX_ENTRIES = 60_000;

/**
 * Opens the cached results of a tree. A result is valid while the tree, the environment and the other files of the
 * workspace are as they were at the end of its run. Open it before any command runs, because a command may change those
 * files.
 */
export async function remember(options: RememberOptions): Promise<CachedResults> {
  const { root, tree, environment, trusted, redact, now } = options;
  const key = createHash('sha256').update(`2 ${tree} ${environment}`).digest('hex').slice(0, 40);
  const folder = join(options.folder, key);
  const readState = async () => ignoredState(root, new Set(await options.paths()), MAX_ENTRIES).catch(() => null);
  const stored = await readRecord(folder);
  const isUsable =
    stored !== null &&
    (trusted === null || trusted.has(stored.digest)) &&
    now() - stored.record.at < MAX_AGE_MS &&
    stored.record.state === (await readState());
  const items: Record<string, ResultItem> = isUsable ? stored.record.items : {};
  const newResults = new Map<string, { value: unknown; files: Readonly<Record<string, string>> }>();

  const foundNames = new Set<string>();

  return {
    wasFound: (what) => foundNames.has(what),
    async find(what, files = {}) {
      const item = Object.hasOwn(items, what) ? items[what] : undefined;
      if (!item) return null;
      for (const [name, to] of Object.entries(files)) {
        const hash = item.files[name];
        if (hash === undefined || !(await restoreFile(folder, hash, to).catch(() => false))) return null;
      }
      foundNames.add(what);
      return item.value;
    },
    keep(what, value, files = {}) {
      newResults.set(what, { value, files });
    },
    async settle() {
      if (newResults.size === 0) return null;
      try {
        const state = await readState();
        if (state === null) return null;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        for (const [what, { value, files }] of newResults) {
          const storedFiles = (await isStorable(value, files, redact)) ? await storeAll(folder, files) : null;
          if (storedFiles) items[what] = { value, files: storedFiles };
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

/** Results that are too large or contain a secret are not stored: a stored result is never altered. */
async function isStorable(value: unknown, files: Readonly<Record<string, string>>, redact: Redact): Promise<boolean> {
  const text = JSON.stringify(value);
  if (text.length > MAX_FILE_BYTES || redact(text) !== text) return false;
  for (const path of Object.values(files)) {
    if ((await stat(path)).size > MAX_FILE_BYTES) return false;
    const content = await readFile(path, 'utf8');
    if (redact(content) !== content) return false;
  }
  return true;
}

async function storeAll(folder: string, files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const hashes = Object.entries(files).map(async ([name, path]) => [name, await storeFile(folder, path)] as const);
  return Object.fromEntries(await Promise.all(hashes));
}
