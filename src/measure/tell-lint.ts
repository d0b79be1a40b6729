import { type LinterName, linters } from '../collectors/lint/index.ts';
import type { Area, Linter, Problem } from '../collectors/lint/linter.ts';
import type { LintResult } from '../collectors/lint/read-lint.ts';
import type { FoundProblem } from '../core/criteria/measured-from.ts';
import type { Tell } from '../runner/ports.ts';
import { type ToolRun, toldAs } from './tool.ts';

interface Ran {
  /** Null for a command of the user's own, whose problems are all of the area. */
  linter: LinterName | null;
  folder: string;
  command: string;
}

/** Tells what was found in an area, with rule and place; where a linter's report could not be read, what it printed. */
export function tellLint(
  tell: Tell | undefined,
  area: Area,
  { linter, folder, command }: Ran,
  ran: ToolRun,
  result: LintResult | { errors: number } | string,
): void {
  if (typeof result !== 'string' && !('problems' in result)) return;
  const shown = folder === '' ? command : `cd ${folder} && ${command}`;
  const from = toldAs(area, shown, ran);
  if (typeof result === 'string') {
    tell?.(from);
    return;
  }
  const areaOf = linter === null ? undefined : (linters[linter] as Linter).areaOf;
  const own = areaOf ? result.problems.filter((problem) => areaOf(problem) === area) : result.problems;
  tell?.({ ...from, tool: result.tool, output: '', problems: own.flatMap(told) });
}

function told({ file, line, rule, severity, message, suppressed }: Problem): FoundProblem[] {
  if (suppressed || severity === 'info') return [];
  const location = file === '' ? null : line === null ? file : `${file}:${line}`;
  return [{ severity, name: rule ?? '', message, location, file: file || null, line }];
}
