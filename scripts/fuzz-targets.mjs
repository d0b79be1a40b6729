import { parseCoverage, readCoverage } from '../dist/collectors/coverage/read-report.js';
import { readCustom } from '../dist/collectors/custom.js';
import { linters } from '../dist/collectors/lint/index.js';
import { readLint } from '../dist/collectors/lint/read-lint.js';
import { recogniseLint } from '../dist/collectors/lint/recognise.js';
import { judge } from '../dist/collectors/measurement.js';
import { countTests } from '../dist/collectors/test-output/count.js';
import { parseReport, readReport } from '../dist/collectors/test-reports/read.js';

const context = { roots: ['/project'] };

/** By name; each gives a sentence where what it was told cannot be true. */
export const fuzzTargets = {
  'a report, whole': (text) => soundRun(parseReport(text, context)),
  'a report, as a file': async (_, file) => soundRun(await readReport(file, context)),
  'printed counts': (text) => soundCounts(countTests(text)?.counts ?? null),
  'what a run is worth': (text) => soundMeasurement(text),
  'coverage, whole': (text) => soundCoverage(parseCoverage(text)),
  'coverage, as a file': async (_, file) => soundCoverage(await readCoverage(file)),
  'a custom metric': (text) => soundCustom(readCustom('x', { text, exitCode: 0 })),
  'whose lint report': (text) => void recogniseLint(text),
  ...Object.fromEntries(
    Object.keys(linters).map((name) => [`lint: ${name}`, (text) => soundLint(readLint(name, { text, exitCode: 1 }))]),
  ),
};

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

function soundRun(run) {
  if (!run) return null;
  if (run.tests && new Set(run.tests.map(({ id }) => id)).size !== run.tests.length) return 'two tests share an id';
  if (run.tests && run.tests.length !== run.counts.total)
    return `${run.tests.length} tests, but counts ${run.counts.total}`;
  return soundCounts(run.counts);
}

function soundCounts(counts) {
  if (!counts) return null;
  const { total, passed, failed, skipped } = counts;
  if (![total, passed, failed, skipped].every(isCount)) return `impossible counts ${JSON.stringify(counts)}`;
  return passed + failed + skipped === total ? null : `counts that do not add up ${JSON.stringify(counts)}`;
}

function soundMeasurement(output) {
  const { succeeded, run } = judge({ code: 1, ended: 'exit', output, whole: true }, { runs: [], started: [] });
  if (succeeded) return 'exit 1 succeeded';
  return soundCounts(run?.counts ?? null);
}

function soundCoverage(report) {
  if (!report) return null;
  const { lines } = report;
  const sound =
    isCount(lines.covered) && isCount(lines.total) && lines.covered <= lines.total && lines.percentage <= 100;
  return sound ? null : `impossible coverage ${JSON.stringify(lines)}`;
}

function soundCustom(result) {
  return typeof result === 'string' || Object.values(result).every(Number.isFinite)
    ? null
    : 'a value that is no number';
}

function soundLint(result) {
  if (typeof result === 'string') return null;
  return isCount(result.counts.errors) && isCount(result.counts.warnings)
    ? null
    : `impossible ${JSON.stringify(result.counts)}`;
}
