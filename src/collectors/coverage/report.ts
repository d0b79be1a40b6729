import { type Ratio, ratio } from '../../core/metrics.ts';

export interface Count {
  covered: number;
  total: number;
}

export interface FileCoverage {
  file: string;
  lines: Count;
  /** Null where the format or the run tells nothing about branches. */
  branches: Count | null;
}

export interface CoverageReport {
  tool: string;
  lines: Ratio;
  branches: Ratio | null;
  files: FileCoverage[];
}

/** Sums up the files; null where they hold no line that could be covered. */
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

/** A count that somebody else wrote down, if it is one. */
export function count(covered: unknown, total: unknown): Count | null {
  const [part, whole] = [Number(covered), Number(total)];
  const sound = Number.isSafeInteger(part) && Number.isSafeInteger(whole) && part >= 0 && part <= whole;
  return sound && covered !== null && total !== null ? { covered: part, total: whole } : null;
}

/** Branches where there are none are not known to be covered. */
export function branchCount(covered: unknown, total: unknown): Count | null {
  const found = count(covered, total);
  return found && found.total > 0 ? found : null;
}
