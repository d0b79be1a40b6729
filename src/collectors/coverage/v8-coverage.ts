import { execFile } from 'node:child_process';
import { readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, relative, sep } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { CoverageReport } from '../../core/metrics/coverage.ts';
import type { Reach } from '../../core/metrics/reach.ts';
import { readCoverage } from './read-report.ts';
import { readV8Reach } from './v8-reach.ts';

/**
 * Coverage of an unchanged Node command: for every process of the command, node itself writes it into the folder in an
 * environment variable. Null if the user's environment already sets that variable.
 */
export function v8CoverageEnvironment(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): { NODE_V8_COVERAGE: string } | null {
  return environment.NODE_V8_COVERAGE ? null : { NODE_V8_COVERAGE: folder };
}

export interface V8Coverage {
  coverage: CoverageReport | null;
  /** Why there is no coverage, for `unknown`. */
  reason: string | null;
  /** What each test file reached; null if no process belongs to a test file, or if there is too much data to read twice. */
  reach: Reach | null;
  /** The time for reading it; the command itself was slowed down too. */
  durationMs: number;
  bytes: number;
}

const require = createRequire(import.meta.url);
const MAX_BYTES = 2 ** 31;
const ASYNC_MERGE_BYTES = 200 * 2 ** 20;
const TIMEOUT = 60_000;

/**
 * Converts the folder's data into coverage of the root's files (without tests and dependencies, following source maps),
 * and removes the folder. Only loaded files are included: a file that no test imports does not lower the figure. Never
 * rejects: errors are returned as `reason`.
 */
export async function collectV8Coverage(
  folder: string,
  root: string,
  testFiles: ReadonlyMap<number, string> = new Map(),
): Promise<V8Coverage> {
  const startedAt = performance.now();
  const data = await inspect(folder);
  const result = data.reason === null ? await summarise(folder, root, data.bytes, TIMEOUT) : data.reason;
  const sources =
    typeof result === 'string' || data.bytes > ASYNC_MERGE_BYTES ? null : result.files.map(({ file }) => file);
  const reach =
    sources && (await readV8Reach({ folder, root, testFiles, sources: new Set(sources) }).catch(() => null));
  await rm(folder, { recursive: true, force: true }).catch(() => {});
  return {
    coverage: typeof result === 'string' ? null : result,
    reason: typeof result === 'string' ? result : null,
    reach,
    durationMs: Math.round(performance.now() - startedAt),
    bytes: data.bytes,
  };
}

/** vitest kills its workers before they write, or runs code that does not match V8's data, so its data is not used. */
async function inspect(folder: string): Promise<{ bytes: number; reason: string | null }> {
  let bytes = 0;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  for (const name of names) bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
  if (names.length === 0) return { bytes, reason: 'no node process of the command wrote V8 coverage' };
  if (bytes > MAX_BYTES) return { bytes, reason: 'the V8 coverage data is larger than 2 GB' };
  for (const name of names) {
    const text = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    if (text.includes('/node_modules/vitest/')) {
      return { bytes, reason: 'vitest is measured by its own coverage only (install @vitest/coverage-v8)' };
    }
  }
  return { bytes, reason: null };
}

async function summarise(
  folder: string,
  root: string,
  bytes: number,
  timeoutMs: number,
): Promise<CoverageReport | string> {
  const output = join(folder, 'report');
  const config = join(folder, 'config.txt');
  await writeFile(config, '{}').catch(() => {});
  const args = ['report', '--config', config, '--temp-directory', folder, '--reports-dir', output];
  args.push('--reporter', 'json-summary', '--check-coverage', 'false');
  if (bytes > ASYNC_MERGE_BYTES) args.push('--merge-async');
  const problem = await runC8(args, root, timeoutMs);
  const report = await readCoverage(join(output, 'coverage-summary.json'));
  if (!report) return problem ?? 'no source file of the project was loaded';
  const real = await realpath(root).catch(() => root);
  const files = report.files.map((entry) => ({ ...entry, file: within(real, entry.file) }));
  return { ...report, tool: 'v8', files };
}

/** Runs in its own process, because merging takes seconds and memory and reads data of the user's program. */
function runC8(args: readonly string[], root: string, timeoutMs: number): Promise<string | null> {
  const program = require.resolve('c8/bin/c8.js');
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: root, env, timeout: timeoutMs }, (error, _, stderr) => {
      if (!error) resolve(null);
      else if (error.killed) resolve(`the V8 coverage could not be read within ${timeoutMs / 1000} s`);
      else resolve(`the V8 coverage could not be read: ${stderr.trim().split('\n').at(-1) ?? error.message}`);
    });
  });
}

function within(root: string, file: string): string {
  const path = isAbsolute(file) ? relative(root, file) : file;
  return path.startsWith('..') ? file : path.split(sep).join('/');
}
