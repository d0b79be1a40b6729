import type { TestStatus } from '../../core/metrics/tests.ts';
import { fieldsOrEmpty, listOfTexts, nonEmptyText, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { runBuilder } from './run-builder.ts';
import { message } from './values.ts';

const STATUS: Record<string, TestStatus> = { passed: 'passed', skipped: 'skipped', pending: 'todo' };

/** The Common Test Report Format (ctrf.io). */
export const ctrf: ReportFormat = {
  name: 'ctrf',
  recognises: (head) =>
    /^\s*\{/.test(head) && (/"reportFormat"\s*:\s*"CTRF"/.test(head) || /"results"\s*:\s*\{\s*"tool"/.test(head)),
  reader(context) {
    const run = runBuilder('ctrf', context);
    const document = jsonElements('results.tests', (element) => {
      const test = fieldsOrEmpty(element);
      run.add({
        file: nonEmptyText(test.filePath),
        suite: typeof test.suite === 'string' ? test.suite.split(' > ') : listOfTexts(test.suite),
        name: textOrEmpty(test.name),
        status: STATUS[textOrEmpty(test.status)] ?? 'failed',
        durationMs: number(test.duration),
        message: message(test.message) ?? message(test.trace),
        retries: number(test.retries) ?? 0,
      });
    });
    return {
      write: document.write,
      end() {
        const { rest, isClosed, skippedElements } = document.end();
        const results = fieldsOrEmpty(fieldsOrEmpty(rest).results);
        run.runner = nonEmptyText(fieldsOrEmpty(results.tool).name) ?? 'ctrf';
        const total = number(fieldsOrEmpty(results.summary).tests);
        if (total !== null) run.expect(total);
        if (isClosed && Object.hasOwn(results, 'summary')) run.complete();
        if (skippedElements > 0) run.unfinished(`${skippedElements} tests of the report could not be read`);
        return run.finish();
      },
    };
  },
};
