import type { FileCoverage } from '../../core/metrics/coverage.ts';
import { percentage } from '../../core/metrics/metrics.ts';

export interface CoverageLoss {
  file: string;
  /** In percent of the file's lines. */
  from: number;
  /** Null if no report covers the file any more. */
  to: number | null;
  /** Lines that are no longer covered, or no longer exist. */
  lines: number;
}

/** Where coverage was lost, most lines first. Both sides must come from the same tool. */
export function coverageLosses(
  before: readonly FileCoverage[],
  after: readonly FileCoverage[],
  limit = 10,
): CoverageLoss[] {
  const now = new Map(after.map((entry) => [entry.file, entry.lines]));
  return before
    .map(({ file, lines }) => {
      const current = now.get(file);
      const from = percentage(lines.covered, lines.total) ?? 0;
      const to = current ? percentage(current.covered, current.total) : null;
      return { file, from, to, lines: lines.covered - (current?.covered ?? 0) };
    })
    .filter(({ from, to, lines }) => (to === null ? lines > 0 : to < from))
    .sort((left, right) => right.lines - left.lines || left.file.localeCompare(right.file))
    .slice(0, limit);
}
