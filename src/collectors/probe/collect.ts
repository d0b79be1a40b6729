import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRun } from '../../core/metrics/tests.ts';
import type { CommandExit, Evidence } from '../measurement.ts';
import { countTests } from '../test-output/count.ts';
import { emptyReport } from '../test-reports/empty-report.ts';
import type { ReportContext } from '../test-reports/format.ts';
import { parseReport, readReport } from '../test-reports/read.ts';
import type { ProbeContext } from './part.ts';
import { projectReports, type ReportStamps, writtenSince } from './project-reports.ts';

/** The evidence from one command's runners: the probe's files, reports in the project, and reports in the output. */
export async function collectEvidence(
  { out, cwd, seenCwd }: ProbeContext,
  before: ReportStamps,
  { output, whole }: CommandExit,
): Promise<Evidence> {
  const context: ReportContext = { roots: [...new Set([cwd, await realpath(cwd).catch(() => cwd), seenCwd])] };
  const names = (await readdir(out).catch(() => [])).sort();
  const own = names.filter((name) => !/\.(?:jsonl|code)$/.test(name)).filter((name) => !isSecondSource(name, names));
  const runs: TestRun[] = [];
  for (const name of own) {
    const run = await readReport(join(out, name), context);
    const size = run
      ? null
      : await stat(join(out, name)).then(
          (file) => file.size,
          () => null,
        );
    if (run) runs.push(run);
    else if (size === 0) runs.push(emptyReport(/^[a-z]+/.exec(name)?.[0] ?? name));
  }
  for (const path of writtenSince(before, await projectReports(cwd))) {
    const run = await readReport(join(cwd, path), context);
    if (run) runs.push(run);
  }
  if (whole) runs.push(...printedRuns(output, runs, context));
  return { runs, started: await startedRunners(out) };
}

/** The plugin's records contain more than pytest's own report of the same run. */
function isSecondSource(name: string, names: readonly string[]): boolean {
  return name === 'pytest-junit.xml' && names.some((other) => /^pytest-\d+\.ndjson$/.test(other));
}

/** Reports in the output: TAP, if no probe reported; and Rust's doc tests, which no wrapper runs. */
function printedRuns(output: string, runs: readonly TestRun[], context: ReportContext): TestRun[] {
  const tapText = runs.length === 0 ? tapIn(output) : null;
  const tap = tapText === null ? null : parseReport(tapText, context);
  const docs = runs.some(({ runner }) => runner === 'cargo') ? docTests(output, context) : null;
  return [tap, docs].filter((run) => run !== null);
}

/**
 * The output from the start of its TAP. A script's TAP may lack the first line and is then recognised by its plan. Node's
 * own TAP is not used, because it lists files as tests; its summary is more accurate.
 */
function tapIn(output: string): string | null {
  const start = output.search(/^TAP version 1[34]$/m);
  const { runner } = countTests(output) ?? {};
  if (start >= 0) return runner === 'node:test' ? null : output.slice(start);
  return runner === 'tap' ? `TAP version 13\n${output}` : null;
}

function docTests(output: string, context: ReportContext): TestRun | null {
  const sections = output.split(/^(?=running \d+ tests?$)/m).slice(1);
  const documents = sections.filter((section) => /^test \S+\.rs - .*\(line \d+\)/m.test(section));
  return documents.length === 0 ? null : parseReport(documents.join(''), context);
}

async function startedRunners(out: string): Promise<string[]> {
  const text = await readFile(join(out, 'started.jsonl'), 'utf8').catch(() => '');
  return [...new Set([...text.matchAll(/"runner":"([\w-]+)"/g)].map(([, runner = '']) => runner))];
}
