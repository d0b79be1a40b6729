import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageReport, FileCoverage } from '../../core/metrics/coverage.ts';
import { report } from './report.ts';

/**
 * The part of a report that is about files of the tree: anybody can write a line about a file that does not exist. Of a report on built
 * code alone, what lies in the root counts. `left` are the others by name; the report is null if nothing remains.
 */
export function coverageInTree(
  { tool, files }: Pick<CoverageReport, 'tool' | 'files'>,
  paths: readonly string[],
  root: string,
): { report: CoverageReport | null; left: string[] } {
  const named = byName(paths);
  const placed = files.map((entry) => {
    const file = entry.file.startsWith(`${root}/`) ? entry.file.slice(root.length + 1) : entry.file;
    return { entry, path: placeOf(file, tool, named.get(nameOf(file)) ?? []) };
  });
  const isBuilt = placed.every(({ path }) => path === null);
  const counted = new Map<string, FileCoverage>();
  const left: string[] = [];
  for (const { entry, path } of placed) {
    const own = path ?? (isBuilt && existsSync(join(root, entry.file)) ? entry.file : null);
    if (own === null || counted.has(own)) left.push(entry.file);
    else counted.set(own, entry);
  }
  return { report: report(tool, [...counted.values()]), left };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function byName(paths: readonly string[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const path of paths) {
    const alike = named.get(nameOf(path));
    if (alike) alike.push(path);
    else named.set(nameOf(path), [path]);
  }
  return named;
}

/**
 * Go names files by import path and JaCoCo by package; other tools may name them from a folder of the project, or from the root of
 * the disk, where the tree may have lain elsewhere.
 */
function placeOf(file: string, tool: string, paths: readonly string[]): string | null {
  if (paths.includes(file)) return file;
  if (file.startsWith('/')) return longest(paths.filter((path) => file.endsWith(`/${path}`)));
  const isByPackage = /^(?:go|jacoco)$/.test(tool);
  const found = paths.filter((path) => path.endsWith(`/${file}`) || (isByPackage && file.endsWith(`/${path}`)));
  return found.length === 1 || isByPackage ? (found[0] ?? null) : null;
}

function longest(paths: readonly string[]): string | null {
  return paths.reduce<string | null>((best, path) => (path.length > (best?.length ?? 0) ? path : best), null);
}
