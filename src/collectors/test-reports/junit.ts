import type { TestStatus } from '../../core/metrics/tests.ts';
import type { ReportFormat } from './format.ts';
import { dialectOf, type JunitDialect } from './junit-dialects.ts';
import { relativeFile } from './relative-file.ts';
import { runBuilder } from './run-builder.ts';
import { message, seconds } from './values.ts';
import { type XmlElement, xmlReader } from './xml.ts';

interface OpenCase {
  status: TestStatus;
  message: string | null;
  retries: number;
}

/** JUnit XML from pytest, Surefire, Gradle, PHPUnit, bun, mocha, node, vitest, Playwright, nextest and others. */
export const junit: ReportFormat = {
  name: 'junit',
  recognises: (head) => /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<testsuites?[\s>/]/.test(head),
  reader(context) {
    const run = runBuilder('junit', context);
    let dialect: JunitDialect | null = null;
    let openCase: OpenCase | null = null;
    let cases = 0;
    let declaredErrors = 0;

    const document = xmlReader({
      open(element) {
        if (element.name === 'testsuite' || element.name === 'testcase') dialect ??= dialectOf(element);
        else if (element.name === 'testsuites' && element.attributes.name) dialect = dialectOf(element);
        if (element.name === 'testsuite') declaredErrors += Number(element.attributes.errors) || 0;
        if (element.name === 'testcase') openCase = { status: 'passed', message: null, retries: 0 };
      },
      close(element) {
        if (element.name === 'testcase') closeCase(element);
        else if (openCase && element.parent?.name === 'testcase') readOutcome(openCase, element);
      },
    });

    function closeCase(element: XmlElement): void {
      const { status, message: reason, retries } = openCase ?? { status: 'passed', message: null, retries: 0 };
      openCase = null;
      cases += 1;
      const place = (dialect ?? dialectOf(element)).place(element, reason);
      const title = relativeFile(element.attributes.name ?? '', context.roots);
      if (place === null && status === 'failed') run.collectionError(`${title}: ${reason ?? 'could not be loaded'}`);
      else if (place === null) run.note(`${title} contains no tests`);
      else {
        run.add({
          ...place,
          name: place.name,
          status: isNotRun(element) ? 'skipped' : status,
          durationMs: seconds(element.attributes.time),
          message: reason,
          retries,
        });
      }
    }

    return {
      write: document.write,
      end() {
        if (document.end().isClosed) run.complete();
        if (cases === 0 && declaredErrors > 0) run.collectionError('an error outside all tests');
        run.runner = dialect?.runner ?? 'junit';
        return run.finish();
      },
    };
  },
};

function readOutcome(test: OpenCase, element: XmlElement): void {
  const { name, attributes } = element;
  const text = message(attributes.message) ?? message(element.text);
  if (name === 'failure' || name === 'error') {
    if (attributes.type?.endsWith('RiskyTestError')) return;
    test.status = 'failed';
    test.message = text ?? attributes.type ?? null;
  } else if (name === 'skipped' && test.status !== 'failed') {
    test.status = attributes.type === 'todo' || attributes.message === 'TODO' ? 'todo' : 'skipped';
    test.message = text;
  } else if (
    name === 'flakyFailure' ||
    name === 'flakyError' ||
    name === 'rerunFailure' ||
    name === 'rerunError' ||
    name === 'rerun'
  ) {
    test.retries += 1;
  }
}

function isNotRun({ attributes }: XmlElement): boolean {
  return attributes.status === 'notrun' || attributes.status === 'disabled' || attributes.result === 'suppressed';
}
