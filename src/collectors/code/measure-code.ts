import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '../../core/metrics.ts';
import type { CodeCache } from './cache.ts';
import { commentOf, grammarOf } from './languages.ts';
import { type FunctionMeasure, measureSource, type SourceMeasure } from './measure-source.ts';
import { isForeignPath } from './skip.ts';

export interface CodeMeasure extends Pick<Metrics, 'files' | 'loc' | 'complexity'> {
  /** The functions of each file that has any, by path. */
  functions: Map<string, FunctionMeasure[]>;
  /** Files that could not be read or parsed, in words. */
  unknown: string[];
}

export interface ToMeasure {
  root: string;
  /** Relative to the root: what the snapshot holds. */
  paths: readonly string[];
  cache?: CodeCache;
  /** What the snapshot's tree calls each content: with it, a file that is in the cache is not even read. */
  blobs?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
}

/**
 * Size and complexity of a tree: every file is counted, the lines of all source, the complexity of the languages that
 * are parsed. Foreign code (dependencies, generated, minified) is no part of it. Rejects only with the signal's reason.
 */
export async function measureCode({ root, paths, cache, blobs, signal }: ToMeasure): Promise<CodeMeasure> {
  const functions = new Map<string, FunctionMeasure[]>();
  const unknown: string[] = [];
  const own = paths.filter((path) => !isForeignPath(path));
  let loc: number | null = null;
  for (const path of own) {
    signal?.throwIfAborted();
    if (!grammarOf(path) && !commentOf(path)) continue;
    try {
      const measured = await measureFile({ root, path, cache, blob: blobs?.get(path) });
      if (!measured) continue;
      loc = (loc ?? 0) + measured.code;
      if (measured.functions.length > 0) functions.set(path, measured.functions);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unknown.push(`complexity: ${path}: ${String(error)}`);
    }
  }
  return { files: own.length, loc, complexity: summary(functions.values()), functions, unknown };
}

interface FileToMeasure {
  root: string;
  path: string;
  cache: CodeCache | undefined;
  blob: string | undefined;
}

/** A file's measure depends on its content and its language alone. */
async function measureFile({ root, path, cache, blob }: FileToMeasure): Promise<SourceMeasure | null> {
  const language = grammarOf(path) ?? commentOf(path)?.source ?? '';
  const fromBlob = blob && cache?.get(`${language}:${blob}`);
  if (fromBlob || fromBlob === null) return fromBlob;
  const content = await readFile(join(root, path));
  const text = content.toString('utf8');
  if (!cache) return measureSource(path, text);
  // A check may be changing the file right now: only what the tree holds is known by the tree's name for it.
  const key = `${language}:${blobId(content, blob?.length === 64 ? 'sha256' : 'sha1')}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const measured = await measureSource(path, text);
  cache.set(key, measured);
  return measured;
}

/** What git calls a content. */
function blobId(content: Buffer, algorithm: 'sha1' | 'sha256'): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}

function summary(files: Iterable<readonly FunctionMeasure[]>): Metrics['complexity'] {
  let [functions, sum, max] = [0, 0, 0];
  for (const file of files) {
    for (const { complexity } of file) {
      functions++;
      sum += complexity;
      max = Math.max(max, complexity);
    }
  }
  return functions === 0 ? null : { mean: Math.round((sum / functions) * 1000) / 1000, max, functions };
}
