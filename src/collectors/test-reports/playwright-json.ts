import { fieldsOrEmpty, listOfFields, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { outcome } from './playwright-probe.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import { message } from './values.ts';

/** `playwright test --reporter=json`. A test in several projects counts once per project. */
export const playwrightJson: ReportFormat = {
  name: 'playwright-json',
  recognises: (head) => /^\s*\{\s*"config"\s*:/.test(head),
  reader(context) {
    const run = runBuilder('playwright', context);
    const document = jsonElements('suites', (suite) => readSuite(run, fieldsOrEmpty(suite), []));
    return {
      write: document.write,
      end() {
        const { rest, isClosed, skippedElements } = document.end();
        const report = fieldsOrEmpty(rest);
        for (const error of listOfFields(report.errors)) {
          const reason = message(error.message) ?? 'an error outside all tests';
          if (!/^Error: No tests found/.test(reason)) run.collectionError(reason);
        }
        if (isClosed && Object.hasOwn(report, 'stats')) run.complete();
        if (skippedElements > 0) run.unfinished(`${skippedElements} files of the report could not be read`);
        return run.finish();
      },
    };
  },
};

const MAX_DEPTH = 100;

/** The outermost suite is the file; its title is not part of a test's name. */
function readSuite(run: RunBuilder, suite: Record<string, unknown>, path: readonly string[]): void {
  for (const spec of listOfFields(suite.specs)) {
    for (const test of listOfFields(spec.tests)) {
      const results = listOfFields(test.results);
      run.add({
        file: textOrEmpty(spec.file) || textOrEmpty(suite.file),
        suite: [textOrEmpty(test.projectName), ...path],
        name: textOrEmpty(spec.title),
        status: outcome(test.status),
        durationMs: results.reduce((sum, result) => sum + (number(result.duration) ?? 0), 0),
        message: message(fieldsOrEmpty(results.at(-1)?.error).message),
        retries: Math.max(0, results.length - 1),
      });
    }
  }
  if (path.length > MAX_DEPTH) return;
  for (const inner of listOfFields(suite.suites)) readSuite(run, inner, [...path, textOrEmpty(inner.title)]);
}
