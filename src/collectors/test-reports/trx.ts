import type { TestStatus } from '../../core/metrics/tests.ts';
import type { ReportFormat } from './format.ts';
import { runBuilder } from './run-builder.ts';
import { message } from './values.ts';
import { xmlReader } from './xml.ts';

const STATUS: Record<string, TestStatus> = {
  Passed: 'passed',
  PassedButRunAborted: 'passed',
  Completed: 'passed',
  Warning: 'passed',
  NotExecuted: 'skipped',
  Inconclusive: 'skipped',
  NotRunnable: 'skipped',
  Pending: 'skipped',
  Disconnected: 'skipped',
};

/** Visual Studio's results file, as `dotnet test --logger trx` writes it. Class names come after the results. */
export const trx: ReportFormat = {
  name: 'trx',
  recognises: (head) => /<TestRun\b[^>]*\bxmlns="http:\/\/microsoft\.com\/schemas\/VisualStudio\/TeamTest/.test(head),
  reader(context) {
    const run = runBuilder('dotnet', context);
    const results: { id: string; name: string; status: TestStatus; duration: number | null; message: string | null }[] =
      [];
    const classes = new Map<string, string>();
    let failure: string | null = null;
    let isAborted = false;

    const document = xmlReader({
      close(element) {
        const { name, attributes, parent } = element;
        if (name === 'Message' && parent?.name === 'ErrorInfo') failure = message(element.text);
        if (name === 'UnitTestResult' && parent?.name !== 'InnerResults') {
          const status = STATUS[attributes.outcome ?? ''] ?? 'failed';
          const duration = milliseconds(attributes.duration);
          results.push({
            id: attributes.testId ?? '',
            name: attributes.testName ?? '',
            status,
            duration,
            message: failure,
          });
          failure = null;
        }
        if (name === 'TestMethod')
          classes.set(parent?.attributes.id ?? '', (attributes.className ?? '').split(',')[0] ?? '');
        if (name === 'Counters') run.expect(Number(attributes.total));
        if (name === 'ResultSummary' && attributes.outcome === 'Aborted') isAborted = true;
      },
    });
    return {
      write: document.write,
      end() {
        if (document.end().isClosed) run.complete();
        if (isAborted) run.unfinished('the test run was aborted');
        for (const test of results) {
          const suite = classes.get(test.id) ?? '';
          const name =
            suite !== '' && test.name.startsWith(`${suite}.`) ? test.name.slice(suite.length + 1) : test.name;
          run.add({ suite: [suite], name, status: test.status, durationMs: test.duration, message: test.message });
        }
        return run.finish();
      },
    };
  },
};

/** `00:00:01.2345678` */
function milliseconds(duration = ''): number | null {
  const match = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(duration);
  return match ? (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])) * 1000 : null;
}
