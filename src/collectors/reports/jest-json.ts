import type { TestStatus } from '../../core/tests.ts';
import type { ReportContext, ReportFormat, ReportReader } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { relativeFile } from './relative-file.ts';
import { runBuilder } from './run-builder.ts';
import { list, message, number, record, records, text, texts } from './values.ts';

const STATUS: Record<string, TestStatus> = {
  passed: 'passed',
  failed: 'failed',
  todo: 'todo',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  focused: 'passed',
};

/** `jest --json`. */
export const jestJson: ReportFormat = {
  name: 'jest-json',
  recognises: (head) => /^\s*\{\s*"num(Failed|Total)TestSuites"/.test(head),
  reader: (context) => jestLikeReader('jest', context),
};

export function jestLikeReader(runner: string, context: ReportContext): ReportReader {
  const run = runBuilder(runner, context);
  const document = jsonElements('testResults', (element) => {
    const file = record(element);
    const name = text(file.name) || text(file.testFilePath);
    const tests = records(file.assertionResults ?? file.testResults);
    for (const test of tests) {
      run.add({
        file: name,
        suite: texts(test.ancestorTitles),
        name: text(test.title),
        status: STATUS[text(test.status)] ?? 'failed',
        durationMs: number(test.duration),
        message: message(texts(test.failureMessages).join('\n')),
        retries: Math.max(0, (number(test.invocations) ?? 1) - 1),
      });
    }
    const hasOwnFailure = file.status === 'failed' && !tests.some(({ status }) => status === 'failed');
    if (hasOwnFailure)
      run.collectionError(`${relativeFile(name, context.roots)}: ${message(file.message) ?? 'could not be loaded'}`);
  });
  return {
    write: document.write,
    end() {
      const { rest, closed, leftOut } = document.end();
      const summary = record(rest);
      if (closed && list(summary.testResults).length === 0 && Object.hasOwn(summary, 'success')) run.complete();
      if (leftOut > 0) run.unfinished(`${leftOut} files of the report could not be read`);
      const total = number(summary.numTotalTests);
      if (total !== null) run.expect(total);
      return run.finish();
    },
  };
}
