import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { isForeignPath } from '../../project/skipped-paths.ts';
import type { CodeCache } from './cache.ts';
import { commentOf, grammarOf } from './languages.ts';
import { type FunctionMeasure, measureSource, type SourceMeasure } from './measure-source.ts';

export interface CodeMeasure extends Pick<Metrics, 'files' | 'loc' | 'complexity'> {
  /** The functions of each file that has any, by path. */
  functions: Map<string, FunctionMeasure[]>;
  /** Messages about files that could not be read or parsed. */
  unknown: string[];
}

export interface CodeRequest {
  root: string;
  /** The files of the snapshot, relative to the root. */
  paths: readonly string[];
  cache?: CodeCache;
  /** The blob id of each file. With it, files that are in the cache are not even read. */
  blobs?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
}

/**
 * Size and complexity of a tree: the number of files, the lines of all source, and the complexity of languages with a
 * parser. Foreign code (dependencies, generated, minified) is not included. Rejects only with the signal's reason.
 */
export async function measureCode({ root, paths, cache, blobs, signal }: CodeRequest): Promise<CodeMeasure> {
  const functions = new Map<string, FunctionMeasure[]>();
  const unknown: string[] = [];
  const own = paths.filter((path) => !isForeignPath(path));
  let loc: number | null = null;
  for (const path of own) {
    signal?.throwIfAborted();
    if (!grammarOf(path) && !commentOf(path)) continue;
    try {
      const measure = await measureFile({ root, path, cache, blob: blobs?.get(path) });
      if (!measure) continue;
      loc = (loc ?? 0) + measure.code;
      if (measure.functions.length > 0) functions.set(path, measure.functions);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unknown.push(`complexity: ${path}: ${String(error)}`);
    }
  }
  return { files: own.length, loc, complexity: summary(functions.values()), functions, unknown };
}

interface FileRequest {
  root: string;
  path: string;
  cache: CodeCache | undefined;
  blob: string | undefined;
}

/** A file's measure depends only on its content and language. */
async function measureFile({ root, path, cache, blob }: FileRequest): Promise<SourceMeasure | null> {
  const language = grammarOf(path) ?? commentOf(path)?.source ?? '';
  const fromBlob = blob && cache?.get(`${language}:${blob}`);
  if (fromBlob || fromBlob === null) return fromBlob;
  const content = await readFile(join(root, path));
  const text = content.toString('utf8');
  if (!cache) return measureSource(path, text);
  // A check may be changing the file right now, so the key is computed from the content that was read.
  const key = `${language}:${blobId(content, blob?.length === 64 ? 'sha256' : 'sha1')}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const measure = await measureSource(path, text);
  cache.set(key, measure);
  return measure;
}

/** Git's id for a content. */
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
