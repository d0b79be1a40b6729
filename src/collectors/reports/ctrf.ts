import type { TestStatus } from '../../core/tests.ts';
import type { ReportFormat } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { runBuilder } from './run-builder.ts';
import { message, number, record, text, textOrNull, texts } from './values.ts';

const STATUS: Record<string, TestStatus> = { passed: 'passed', skipped: 'skipped', pending: 'todo' };

/** The Common Test Report Format (ctrf.io). */
export const ctrf: ReportFormat = {
  name: 'ctrf',
  recognises: (head) =>
    /^\s*\{/.test(head) && (/"reportFormat"\s*:\s*"CTRF"/.test(head) || /"results"\s*:\s*\{\s*"tool"/.test(head)),
  reader(context) {
    const run = runBuilder('ctrf', context);
    const document = jsonElements('results.tests', (element) => {
      const test = record(element);
      run.add({
        file: textOrNull(test.filePath),
        suite: typeof test.suite === 'string' ? test.suite.split(' > ') : texts(test.suite),
        name: text(test.name),
        status: STATUS[text(test.status)] ?? 'failed',
        durationMs: number(test.duration),
        message: message(test.message) ?? message(test.trace),
        retries: number(test.retries) ?? 0,
      });
    });
    return {
      write: document.write,
      end() {
        const { rest, closed, leftOut } = document.end();
        const results = record(record(rest).results);
        run.runner = textOrNull(record(results.tool).name) ?? 'ctrf';
        const total = number(record(results.summary).tests);
        if (total !== null) run.expect(total);
        if (closed && Object.hasOwn(results, 'summary')) run.complete();
        if (leftOut > 0) run.unfinished(`${leftOut} tests of the report could not be read`);
        return run.finish();
      },
    };
  },
};
