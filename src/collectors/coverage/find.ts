import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { CoverageReport, FileCoverage } from '../../core/metrics/coverage.ts';
import { fromSeen, type SeenFolder } from '../../system/seen-path.ts';
import { readCoverage } from './read-report.ts';
import { report } from './report.ts';

/** File names of the reports that tools write. */
const NAMES =
  /^(?:coverage-(?:final|summary)\.json|coverage\.json|lcov\.info|.*\.lcov|cobertura(?:-coverage)?\.xml|coverage(?:\.cobertura)?\.xml|clover\.xml|jacoco.*\.xml|(?:cover|coverage|profile|c)\.(?:out|txt|cov)|.*\.coverprofile|(?:llvm-cov|coverage-llvm).*\.json)$/i;

/** Folders without reports of the project, or too large to search. */
const SKIPPED = /^(?:\..*|node_modules|venv|site-packages|vendor|lcov-report)$/;

const MAX_DEPTH = 6;
const MAX_FOLDERS = 5000;
const BATCH_SIZE = 32;
/** The clock of a file system may lag behind by a few milliseconds. */
const CLOCK_LAG = 20;

export interface FoundCoverage extends CoverageReport {
  /** Relative to the root. */
  reports: string[];
}

/**
 * The coverage that the project's own commands wrote since a moment (milliseconds since the epoch). If a folder contains
 * several reports of one run, only the best one is used. Reports of several folders (packages of a monorepo, several
 * languages) are added up, each source file once. Null if there is none; older reports are not about this tree.
 */
export async function findCoverage(tree: SeenFolder, since: number): Promise<FoundCoverage | null> {
  const { root } = tree;
  const folders = new Map<string, string[]>();
  for (const path of await freshReports(root, since)) {
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const files = new Map<string, FileCoverage>();
  const tools = new Set<string>();
  const reports: string[] = [];
  for (const [folder, paths] of [...folders].sort(([left], [right]) => left.length - right.length)) {
    const best = await bestReport(paths);
    if (!best) continue;
    tools.add(best.report.tool);
    reports.push(displayPath(root, best.path));
    for (const file of best.report.files) add(files, tree, { base: baseOf(folder), tool: best.report.tool }, file);
  }
  const merged = report([...tools].sort().join('+'), [...files.values()]);
  return merged && { ...merged, reports };
}

async function freshReports(root: string, since: number): Promise<string[]> {
  const freshPaths: string[] = [];
  let level = [root];
  let folderCount = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (let from = 0; from < level.length && folderCount < MAX_FOLDERS; from += BATCH_SIZE) {
      const batch = level.slice(from, from + BATCH_SIZE);
      folderCount += batch.length;
      for (const { folders, reports } of await Promise.all(batch.map(listFolder))) {
        next.push(...folders);
        for (const path of reports) if (await isFresh(path, since)) freshPaths.push(path);
      }
    }
    level = next;
  }
  return freshPaths;
}

async function listFolder(folder: string): Promise<{ folders: string[]; reports: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const of = (selected: Dirent[]) => selected.map(({ name }) => join(folder, name));
  return {
    folders: of(entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))),
    reports: of(entries.filter((entry) => entry.isFile() && NAMES.test(entry.name))),
  };
}

async function isFresh(path: string, since: number): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && stats.size > 0 && stats.mtimeMs >= since - CLOCK_LAG;
}

/** JSON contains the same data as XML and lcov, and is the fastest to read. */
async function bestReport(paths: readonly string[]): Promise<{ path: string; report: CoverageReport } | null> {
  const sorted = [...paths].sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
  for (const path of sorted) {
    const report = await readCoverage(path);
    if (report) return { path, report };
  }
  return null;
}

function rank(path: string): number {
  const order = [/coverage-summary\.json$/, /coverage-final\.json$/, /\.json$/, /lcov/, /cobertura/, /clover/];
  const place = order.findIndex((pattern) => pattern.test(path));
  return place < 0 ? order.length : place;
}

/** Tools name files relative to where they ran: the folder above `coverage/`, or above a build folder. */
function baseOf(folder: string): string {
  const parts = folder.split(sep);
  const output = parts.findLastIndex((part) => /^(?:coverage|target|build|reports?|\.coverage|out)$/i.test(part));
  return output > 0 ? parts.slice(0, output).join(sep) : folder;
}

/**
 * A file in two reports counts once, from the report nearest to the root. Go names files by import path and JaCoCo by
 * package; those are not paths and stay as they are.
 */
function add(
  files: Map<string, FileCoverage>,
  tree: SeenFolder,
  { base, tool }: { base: string; tool: string },
  entry: FileCoverage,
): void {
  const path = resolve(base, fromSeen(tree, entry.file));
  const file = tool === 'go' || tool === 'jacoco' ? entry.file : displayPath(tree.root, path);
  if (!files.has(path)) files.set(path, { ...entry, file });
}

function displayPath(root: string, path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside.split(sep).join('/');
}
