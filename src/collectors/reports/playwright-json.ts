import type { ReportFormat } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { outcome } from './playwright-probe.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import { message, number, record, records, text } from './values.ts';

/** `playwright test --reporter=json`. A test of several projects is one test in each. */
export const playwrightJson: ReportFormat = {
  name: 'playwright-json',
  recognises: (head) => /^\s*\{\s*"config"\s*:/.test(head),
  reader(context) {
    const run = runBuilder('playwright', context);
    const document = jsonElements('suites', (suite) => readSuite(run, record(suite), []));
    return {
      write: document.write,
      end() {
        const { rest, closed, leftOut } = document.end();
        const report = record(rest);
        for (const error of records(report.errors)) {
          const reason = message(error.message) ?? 'an error outside of every test';
          if (!/^Error: No tests found/.test(reason)) run.collectionError(reason);
        }
        if (closed && Object.hasOwn(report, 'stats')) run.complete();
        if (leftOut > 0) run.unfinished(`${leftOut} files of the report could not be read`);
        return run.finish();
      },
    };
  },
};

const DEEPEST = 100;

/** The outermost suite is the file; its title is no part of a test's name. */
function readSuite(run: RunBuilder, suite: Record<string, unknown>, path: readonly string[]): void {
  for (const spec of records(suite.specs)) {
    for (const test of records(spec.tests)) {
      const results = records(test.results);
      run.add({
        file: text(spec.file) || text(suite.file),
        suite: [text(test.projectName), ...path],
        name: text(spec.title),
        status: outcome(test.status),
        durationMs: results.reduce((sum, result) => sum + (number(result.duration) ?? 0), 0),
        message: message(record(results.at(-1)?.error).message),
        retries: Math.max(0, results.length - 1),
      });
    }
  }
  if (path.length > DEEPEST) return;
  for (const inner of records(suite.suites)) readSuite(run, inner, [...path, text(inner.title)]);
}
