import { isAbsolute, join, relative, sep } from 'node:path';
import { type LinterName, linters } from './index.ts';
import type { Area, Counts, Linter, Parsed, Problem } from './linter.ts';

export interface LintResult {
  tool: string;
  /** At most `maxProblems`, errors first; the counts are those of all. */
  problems: Problem[];
  counts: Counts;
  /** What was counted as what; null where the tool says nothing about the area. */
  areas: Record<Area, { errors: number; warnings: number } | null>;
  byRule: Record<string, number>;
}

export interface LintOutput {
  /** Both streams, or the one that holds the report. */
  text: string;
  /** Null where the command was ended by a signal or a timeout. */
  exitCode: number | null;
  /** Paths beneath it are shown relative to it. */
  root?: string;
  /** Where the command ran, relative to the root. */
  folder?: string;
}

export const maxProblems = 1000;

/**
 * What a linter's run told. A sentence where it told nothing that can be trusted: output that is no report, or a failure
 * without a single problem (a crash, a missing configuration) — that is no clean tree.
 */
export function readLint(name: LinterName, { text, exitCode, root, folder = '' }: LintOutput): LintResult | string {
  const linter: Linter = linters[name];
  if (exitCode === null) return `${name}: it did not come to its end`;
  const parsed = linter.parse(text);
  if (!parsed) return `${name}: exit ${exitCode}, and no report${lastWords(text)}`;
  if (exitCode !== 0 && parsed.problems.length === 0) {
    return `${name}: exit ${exitCode}, and no problem told${lastWords(text)}`;
  }
  return result(linter, parsed, (file) => (root === undefined ? file : within(root, folder, file)));
}

function result(linter: Linter, { problems, totals, tool }: Parsed, shownPath: (file: string) => string): LintResult {
  const active = problems.filter(({ suppressed }) => !suppressed);
  const counted = { errors: count(active, 'error'), warnings: count(active, 'warning') };
  const counts = {
    errors: Math.max(counted.errors, totals?.errors ?? 0),
    warnings: Math.max(counted.warnings, totals?.warnings ?? 0),
    suppressed: problems.length - active.length,
  };
  const shown = [...problems].sort((left, right) => ranks[left.severity] - ranks[right.severity]).slice(0, maxProblems);
  return {
    tool: tool ?? linter.name,
    problems: shown.map((one) => ({ ...one, file: shownPath(one.file) })),
    counts,
    areas: { lint: areaCounts(linter, 'lint', active, counts), types: areaCounts(linter, 'types', active, counts) },
    byRule: ruleCounts(active),
  };
}

function areaCounts(
  linter: Linter,
  area: Area,
  active: readonly Problem[],
  counts: Counts,
): { errors: number; warnings: number } | null {
  if (!linter.areas.includes(area)) return null;
  const { areaOf } = linter;
  if (!areaOf) return { errors: counts.errors, warnings: counts.warnings };
  const own = active.filter((problem) => areaOf(problem) === area);
  return { errors: count(own, 'error'), warnings: count(own, 'warning') };
}

function ruleCounts(active: readonly Problem[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of active) {
    if (rule !== null && severity !== 'info') counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

const ranks = { error: 0, warning: 1, info: 2 };
const count = (problems: readonly Problem[], severity: Problem['severity']) =>
  problems.filter((one) => one.severity === severity).length;

function within(root: string, folder: string, file: string): string {
  if (file === '') return file;
  const path = isAbsolute(file) ? relative(root, file) : join(folder, file);
  return path.startsWith('..') ? file : path.split(sep).join('/');
}

function lastWords(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line ? ` (${line.slice(0, 200)})` : '';
}
