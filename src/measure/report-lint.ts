import { type LinterName, linters } from '../collectors/lint/index.ts';
import type { Area, Linter, Problem } from '../collectors/lint/linter.ts';
import type { LintResult } from '../collectors/lint/read-lint.ts';
import type { FoundProblem } from '../core/criteria/measured-from.ts';
import type { ReportSource } from '../ports/index.ts';
import { measuredFrom, type ToolRun } from './tool.ts';

interface LintRunInfo {
  /** Null for a user's command, whose problems all belong to the area. */
  linter: LinterName | null;
  folder: string;
  command: string;
}

/** Reports the problems of an area with rule and location, or the raw output if it could not be parsed. */
export function reportLint(
  report: ReportSource | undefined,
  area: Area,
  { linter, folder, command }: LintRunInfo,
  toolRun: ToolRun,
  result: LintResult | { errors: number } | string,
): void {
  if (typeof result !== 'string' && !('problems' in result)) return;
  const commandLine = folder === '' ? command : `cd ${folder} && ${command}`;
  const source = measuredFrom(area, commandLine, toolRun);
  if (typeof result === 'string') {
    report?.(source);
    return;
  }
  const areaOf = linter === null ? undefined : (linters[linter] as Linter).areaOf;
  const own = areaOf ? result.problems.filter((problem) => areaOf(problem) === area) : result.problems;
  report?.({ ...source, tool: result.tool, output: '', problems: own.flatMap(reportedProblems) });
}

function reportedProblems({ file, line, rule, severity, message, suppressed }: Problem): FoundProblem[] {
  if (suppressed || severity === 'info') return [];
  const location = file === '' ? null : line === null ? file : `${file}:${line}`;
  return [{ severity, name: rule ?? '', message, location, file: file || null, line }];
}
