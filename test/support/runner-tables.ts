import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judge } from '../../src/collectors/measurement.ts';
import { countTests } from '../../src/collectors/test-output/count.ts';
import { parseReport } from '../../src/collectors/test-reports/read.ts';
import type { TestCounts } from '../../src/core/metrics/test-counts.ts';
import { expected, printedText, reportFiles, reportsOf, reportText } from './report-fixtures.ts';

const printed = fileURLToPath(new URL('../fixtures/runners/', import.meta.url));
const context = { roots: ['/project'] };

/** The page `docs/runners.md`, made by the parsers themselves from the samples of every runner and scenario. */
export function runnerTables(): string {
  const scenarios = Object.keys(expected.scenarios);
  const byHand = reportFiles.filter((file) => /^(?:dotnet|nextest|gradle|ctrf)\//.test(file));
  const runners = [...new Set([...scenarios, ...reportFiles].map((name) => name.split('/')[0] ?? ''))].sort();
  return [
    '# What is read of each runner, scenario by scenario',
    '',
    'The parsers generate this page from `test/fixtures`; `test/runner-tables.test.ts` checks it. Counts are total (passed / failed / skipped). *Reports*:',
    'the recorded report formats and their counts; if they differ, each is shown. *Printed*: the counts read from the output for people',
    'alone: plain and, if recorded, coloured, quiet or verbose. –: no record, or no counts in it. *Outcome*: what the run is worth',
    '([measuring.md](measuring.md#what-a-run-is-worth)).',
    '',
    ...runners.flatMap((runner) => {
      const own = scenarios.filter((scenario) => scenario.startsWith(`${runner}/`));
      const written = byHand.filter((file) => file.startsWith(`${runner}/`));
      if (own.length > 0) return table(runner, own);
      return written.length > 0 ? byHandTable(runner, written) : table(runner, samplesOf(runner));
    }),
  ].join('\n');
}

function samplesOf(runner: string): string[] {
  const names = reportFiles.filter((file) => file.startsWith(`${runner}/`)).map((file) => file.split('.')[0] ?? '');
  return [...new Set(names)];
}

function table(runner: string, scenarios: readonly string[]): string[] {
  const rows = scenarios.map((scenario) => [
    scenario.split('/')[1] ?? '',
    String(expected.scenarios[scenario]?.exit ?? '–'),
    outcomeOf(scenario),
    reportsText(reportFiles.filter((file) => file.startsWith(`${scenario}.`))),
    printedOf(scenario),
  ]);
  return lines(runner, ['scenario', 'exit', 'outcome', 'reports', 'printed'], rows);
}

function byHandTable(runner: string, files: readonly string[]): string[] {
  const rows = files.map((file) => [file.split('/')[1] ?? '', reportsText([file])]);
  return lines(`${runner} (samples written by hand)`, ['sample', 'reports'], rows);
}

function lines(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function outcomeOf(scenario: string): string {
  const scenarioResult = expected.scenarios[scenario];
  if (!scenarioResult) return '–';
  const runs = reportsOf(scenario).flatMap((file) => parseReport(reportText(file), context) ?? []);
  const exit = { code: scenarioResult.exit, ended: 'exit' as const, output: printedText(scenario), whole: true };
  return judge(exit, { runs, started: [] }).outcome;
}

function reportsText(files: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const run = parseReport(reportText(file), context);
    const format = file.slice(file.indexOf('.') + 1);
    const result = run ? `${counts(run.counts)}${run.complete ? '' : ', not complete'}` : '–';
    groups.set(result, [...(groups.get(result) ?? []), format]);
  }
  return [...groups].map(([result, formats]) => `${result}: ${formats.join(', ')}`).join('; ') || '–';
}

function printedOf(scenario: string): string {
  const [runner = '', name = ''] = scenario.split('/');
  const files = listFiles(runner).filter((file) => file === `${name}.txt` || file.startsWith(`${name}.`));
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const summary = countTests(readFileSync(`${printed}${runner}/${file}`, 'utf8'));
    const result = summary ? counts(summary.counts) : '–';
    groups.set(result, [...(groups.get(result) ?? []), /\.(\w+)\.txt$/.exec(file)?.[1] ?? 'plain']);
  }
  return (
    [...groups]
      .map(([result, kinds]) => (result === '–' ? result : `${result}: ${kinds.sort().join(', ')}`))
      .join('; ') || '–'
  );
}

function listFiles(runner: string): string[] {
  try {
    return readdirSync(`${printed}${runner}`).sort();
  } catch {
    return [];
  }
}

const counts = ({ total, passed, failed, skipped }: TestCounts) => `${total} (${passed} / ${failed} / ${skipped})`;
