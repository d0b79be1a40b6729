import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SourceMeasure } from './measure-source.ts';

/** Measures by content; null means that the content is known not to be source. */
export interface CodeCache {
  get(key: string): SourceMeasure | null | undefined;
  set(key: string, measure: SourceMeasure | null): void;
  /** Appends new measures. If most of the file is unused, rewrites it without the unused ones. */
  save(): Promise<void>;
}

/** Increase it whenever the way of counting changes: then old measures are not found. */
const VERSION = 1;
const MIN_ENTRIES = 1000;

/**
 * A cache in one file, one measure per line, so that saving only costs the new measures. If the file is missing or a line
 * is damaged, the files are measured again.
 */
export async function openCodeCache(file: string): Promise<CodeCache> {
  const stored = await readFile(file, 'utf8').then(parseLines, () => new Map<string, SourceMeasure | null>());
  const usedKeys = new Set<string>();
  let newKeys: string[] = [];
  return {
    get(key) {
      const cached = stored.get(versionedKey(key));
      if (cached !== undefined) usedKeys.add(versionedKey(key));
      return cached;
    },
    set(key, measure) {
      stored.set(versionedKey(key), measure);
      usedKeys.add(versionedKey(key));
      newKeys.push(versionedKey(key));
    },
    async save() {
      const isMostlyUnused = stored.size > MIN_ENTRIES && stored.size > 4 * usedKeys.size;
      if (isMostlyUnused) for (const key of stored.keys()) if (!usedKeys.has(key)) stored.delete(key);
      const keys = isMostlyUnused ? [...stored.keys()] : newKeys;
      newKeys = [];
      if (keys.length === 0) return;
      await mkdir(dirname(file), { recursive: true });
      const text = keys.map((key) => `${JSON.stringify([key, stored.get(key)])}\n`).join('');
      if (!isMostlyUnused) return appendFile(file, text, { mode: 0o600 });
      const next = `${file}.${process.pid}`;
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, file);
    },
  };
}

const versionedKey = (key: string) => `${VERSION}:${key}`;

function parseLines(text: string): Map<string, SourceMeasure | null> {
  const stored = new Map<string, SourceMeasure | null>();
  for (const line of text.split('\n')) {
    try {
      const [key, measure] = JSON.parse(line) as [string, SourceMeasure | null];
      if (measure === null || Array.isArray(measure.functions)) stored.set(key, measure);
    } catch {
      // Damaged or invalid: it will be measured again.
    }
  }
  return stored;
}
