import { isAbsolute, join, relative, sep } from 'node:path';
import { type LinterName, linters } from './index.ts';
import type { Area, Counts, Linter, ParsedReport, Problem } from './linter.ts';

export interface LintResult {
  tool: string;
  /** At most `maxProblems`, errors first. The counts include all problems. */
  problems: Problem[];
  counts: Counts;
  /** Counts per area; null if the tool does not cover the area. */
  areas: Record<Area, { errors: number; warnings: number } | null>;
  byRule: Record<string, number>;
}

export interface LintOutput {
  /** Both streams, or the one with the report. */
  text: string;
  /** Null if a signal or a timeout ended the command. */
  exitCode: number | null;
  /** Paths below it are made relative to it. */
  root?: string;
  /** Where the command ran, relative to the root. */
  folder?: string;
}

export const maxProblems = 1000;

/**
 * The result of a linter's run, or a message if there is no reliable one: the output is not a report, or the run failed
 * without a single problem (a crash, a missing configuration), which does not mean that the tree is clean.
 */
export function readLint(name: LinterName, { text, exitCode, root, folder = '' }: LintOutput): LintResult | string {
  const linter: Linter = linters[name];
  if (exitCode === null) return `${name}: it did not finish`;
  const parsed = linter.parse(text);
  if (!parsed) return `${name}: exit ${exitCode}, but no report${lastLineOf(text)}`;
  if (exitCode !== 0 && parsed.problems.length === 0) {
    return `${name}: exit ${exitCode}, but no problem reported${lastLineOf(text)}`;
  }
  return toResult(linter, parsed, (file) => (root === undefined ? file : within(root, folder, file)));
}

function toResult(
  linter: Linter,
  { problems, totals, tool }: ParsedReport,
  displayPath: (file: string) => string,
): LintResult {
  const active = problems.filter(({ suppressed }) => !suppressed);
  const listed = { errors: count(active, 'error'), warnings: count(active, 'warning') };
  const counts = {
    errors: Math.max(listed.errors, totals?.errors ?? 0),
    warnings: Math.max(listed.warnings, totals?.warnings ?? 0),
    suppressed: problems.length - active.length,
  };
  const listedProblems = [...problems]
    .sort((left, right) => ranks[left.severity] - ranks[right.severity])
    .slice(0, maxProblems);
  return {
    tool: tool ?? linter.name,
    problems: listedProblems.map((one) => ({ ...one, file: displayPath(one.file) })),
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

function lastLineOf(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line ? ` (${line.slice(0, 200)})` : '';
}
