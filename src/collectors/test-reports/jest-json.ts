import type { TestStatus } from '../../core/metrics/tests.ts';
import { fieldsOrEmpty, list, listOfFields, listOfTexts, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportContext, ReportFormat, ReportReader } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { relativeFile } from './relative-file.ts';
import { runBuilder } from './run-builder.ts';
import { message } from './values.ts';

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
    const file = fieldsOrEmpty(element);
    const name = textOrEmpty(file.name) || textOrEmpty(file.testFilePath);
    const tests = listOfFields(file.assertionResults ?? file.testResults);
    for (const test of tests) {
      run.add({
        file: name,
        suite: listOfTexts(test.ancestorTitles),
        name: textOrEmpty(test.title),
        status: STATUS[textOrEmpty(test.status)] ?? 'failed',
        durationMs: number(test.duration),
        message: message(listOfTexts(test.failureMessages).join('\n')),
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
      const { rest, isClosed, skippedElements } = document.end();
      const summary = fieldsOrEmpty(rest);
      if (isClosed && list(summary.testResults).length === 0 && Object.hasOwn(summary, 'success')) run.complete();
      if (skippedElements > 0) run.unfinished(`${skippedElements} files of the report could not be read`);
      const total = number(summary.numTotalTests);
      if (total !== null) run.expect(total);
      return run.finish();
    },
  };
}
