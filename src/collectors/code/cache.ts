import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SourceMeasure } from './measure-source.ts';

/** Measures by content; null is a known "no source". */
export interface CodeCache {
  get(key: string): SourceMeasure | null | undefined;
  set(key: string, measure: SourceMeasure | null): void;
  /** Appends what was added since the last time; a file that is mostly unused is written anew, without the rest. */
  save(): Promise<void>;
}

/** Raised whenever the way of counting changes: measures of another way of counting are never found. */
const VERSION = 1;
const ROOMY = 1000;

/**
 * A cache in one file, a line a measure: saving costs what is new, not what is there. A missing file or a damaged line is
 * nothing but a measure that is taken again.
 */
export async function openCodeCache(file: string): Promise<CodeCache> {
  const stored = await readFile(file, 'utf8').then(parsed, () => new Map<string, SourceMeasure | null>());
  const used = new Set<string>();
  let added: string[] = [];
  return {
    get(key) {
      const known = stored.get(versioned(key));
      if (known !== undefined) used.add(versioned(key));
      return known;
    },
    set(key, measure) {
      stored.set(versioned(key), measure);
      used.add(versioned(key));
      added.push(versioned(key));
    },
    async save() {
      const wasteful = stored.size > ROOMY && stored.size > 4 * used.size;
      if (wasteful) for (const key of stored.keys()) if (!used.has(key)) stored.delete(key);
      const keys = wasteful ? [...stored.keys()] : added;
      added = [];
      if (keys.length === 0) return;
      await mkdir(dirname(file), { recursive: true });
      const text = keys.map((key) => `${JSON.stringify([key, stored.get(key)])}\n`).join('');
      if (!wasteful) return appendFile(file, text, { mode: 0o600 });
      const next = `${file}.${process.pid}`;
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, file);
    },
  };
}

const versioned = (key: string) => `${VERSION}:${key}`;

function parsed(text: string): Map<string, SourceMeasure | null> {
  const stored = new Map<string, SourceMeasure | null>();
  for (const line of text.split('\n')) {
    try {
      const [key, measure] = JSON.parse(line) as [string, SourceMeasure | null];
      if (measure === null || Array.isArray(measure.functions)) stored.set(key, measure);
    } catch {
      // Torn or foreign: it will be measured again.
    }
  }
  return stored;
}
