import type { Count, CoverageReport, FileCoverage } from '../../core/metrics/coverage.ts';
import { ratio } from '../../core/metrics/metrics.ts';

/** Sums up the files; null if they have no line that could be covered. */
export function report(tool: string, files: readonly FileCoverage[]): CoverageReport | null {
  const lines = sum(files.map((file) => file.lines));
  const branches = sum(files.map((file) => file.branches).filter((count) => count !== null));
  const whole = ratio(lines.covered, lines.total);
  return whole && { tool, lines: whole, branches: ratio(branches.covered, branches.total), files: [...files] };
}

function sum(counts: readonly Count[]): Count {
  const all = { covered: 0, total: 0 };
  for (const { covered, total } of counts) {
    all.covered += covered;
    all.total += total;
  }
  return all;
}

/** A count from a report; null if it is invalid. */
export function count(covered: unknown, total: unknown): Count | null {
  const [part, whole] = [Number(covered), Number(total)];
  const isValid = Number.isSafeInteger(part) && Number.isSafeInteger(whole) && part >= 0 && part <= whole;
  return isValid && covered !== null && total !== null ? { covered: part, total: whole } : null;
}

/** Null if there are no branches: then coverage is unknown. */
export function branchCount(covered: unknown, total: unknown): Count | null {
  const branches = count(covered, total);
  return branches && branches.total > 0 ? branches : null;
}
