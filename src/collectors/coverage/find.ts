import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readCoverage } from './read-report.ts';
import { type CoverageReport, type FileCoverage, report } from './report.ts';

/** Names under which tools leave their reports, with the folder they may lie in. */
const NAMES =
  /^(?:coverage-(?:final|summary)\.json|coverage\.json|lcov\.info|.*\.lcov|cobertura(?:-coverage)?\.xml|coverage(?:\.cobertura)?\.xml|clover\.xml|jacoco.*\.xml|(?:cover|coverage|profile|c)\.(?:out|txt|cov)|.*\.coverprofile|(?:llvm-cov|coverage-llvm).*\.json)$/i;

/** Where no report of the project's own lies, or where looking would take long. */
const SKIPPED = /^(?:\..*|node_modules|venv|site-packages|vendor|lcov-report)$/;

const MAX_DEPTH = 6;
const MAX_FOLDERS = 5000;
const AT_ONCE = 32;
/** File systems stamp files with a clock that may lag behind by a few milliseconds. */
const CLOCK_LAG = 20;

export interface FoundCoverage extends CoverageReport {
  /** Relative to the root. */
  reports: string[];
}

/**
 * The coverage that the project's own commands wrote since a moment (milliseconds since the epoch). Where a folder holds
 * several reports of one run, one speaks for it; reports of several folders (a monorepo's packages, several languages)
 * are added up, each source file once. Null where there is none: an older report says nothing about this tree.
 */
export async function findCoverage(root: string, since: number): Promise<FoundCoverage | null> {
  const folders = new Map<string, string[]>();
  for (const path of await freshReports(root, since)) {
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  const files = new Map<string, FileCoverage>();
  const tools = new Set<string>();
  const reports: string[] = [];
  for (const [folder, paths] of [...folders].sort(([left], [right]) => left.length - right.length)) {
    const found = await preferred(paths);
    if (!found) continue;
    tools.add(found.report.tool);
    reports.push(shown(root, found.path));
    for (const file of found.report.files) add(files, root, { base: baseOf(folder), tool: found.report.tool }, file);
  }
  const whole = report([...tools].sort().join('+'), [...files.values()]);
  return whole && { ...whole, reports };
}

async function freshReports(root: string, since: number): Promise<string[]> {
  const found: string[] = [];
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (let from = 0; from < level.length && looked < MAX_FOLDERS; from += AT_ONCE) {
      const batch = level.slice(from, from + AT_ONCE);
      looked += batch.length;
      for (const { folders, reports } of await Promise.all(batch.map(look))) {
        next.push(...folders);
        for (const path of reports) if (await isFresh(path, since)) found.push(path);
      }
    }
    level = next;
  }
  return found;
}

async function look(folder: string): Promise<{ folders: string[]; reports: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const of = (kept: Dirent[]) => kept.map(({ name }) => join(folder, name));
  return {
    folders: of(entries.filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))),
    reports: of(entries.filter((entry) => entry.isFile() && NAMES.test(entry.name))),
  };
}

async function isFresh(path: string, since: number): Promise<boolean> {
  const known = await stat(path).catch(() => null);
  return known !== null && known.size > 0 && known.mtimeMs >= since - CLOCK_LAG;
}

/** JSON tells the same as XML and lcov, and is read fastest. */
async function preferred(paths: readonly string[]): Promise<{ path: string; report: CoverageReport } | null> {
  const ranked = [...paths].sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
  for (const path of ranked) {
    const read = await readCoverage(path);
    if (read) return { path, report: read };
  }
  return null;
}

function rank(path: string): number {
  const order = [/coverage-summary\.json$/, /coverage-final\.json$/, /\.json$/, /lcov/, /cobertura/, /clover/];
  const place = order.findIndex((pattern) => pattern.test(path));
  return place < 0 ? order.length : place;
}

/** Tools name files from where they ran: the folder above `coverage/`, or above a build folder. */
function baseOf(folder: string): string {
  const parts = folder.split(sep);
  const output = parts.findLastIndex((part) => /^(?:coverage|target|build|reports?|\.coverage|out)$/i.test(part));
  return output > 0 ? parts.slice(0, output).join(sep) : folder;
}

/**
 * A file that two reports name counts once, by the report nearest to the root. Go names files by import path and JaCoCo
 * by package: those are no paths, and stay as they are.
 */
function add(
  files: Map<string, FileCoverage>,
  root: string,
  { base, tool }: { base: string; tool: string },
  entry: FileCoverage,
): void {
  const path = resolve(base, entry.file);
  const file = tool === 'go' || tool === 'jacoco' ? entry.file : shown(root, path);
  if (!files.has(path)) files.set(path, { ...entry, file });
}

function shown(root: string, path: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside.split(sep).join('/');
}
