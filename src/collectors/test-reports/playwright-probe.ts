import type { TestStatus } from '../../core/metrics/tests.ts';
import { listOfTexts, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { probeReader, runnerIn } from './probe.ts';
import { message } from './values.ts';

/** Written by the reporter that Jumar adds to Playwright: one line per attempt; the last one has the outcome. */
export const playwrightProbe: ReportFormat = {
  name: 'playwright-probe',
  recognises: (head) => runnerIn(head) === 'playwright',
  reader(context) {
    const tests = new Map<string, Record<string, unknown> & { attempts: number; spent: number }>();
    return probeReader(
      context,
      (run, line) => {
        if (line.ev === 'collected') run.expect(number(line.count) ?? 0);
        if (line.ev === 'error' && !/^Error: No tests found/.test(textOrEmpty(line.message))) {
          run.collectionError(message(line.message) ?? 'an error outside all tests');
        }
        if (line.ev !== 'test') return;
        const key = textOrEmpty(line.id) || JSON.stringify([line.name, line.line]);
        const before = tests.get(key);
        const spent = (before?.spent ?? 0) + (number(line.ms) ?? 0);
        tests.set(key, { ...line, attempts: (before?.attempts ?? 0) + 1, spent });
      },
      (run) => {
        for (const test of tests.values()) {
          const [, project = '', , ...path] = listOfTexts(test.name);
          run.add({
            file: textOrEmpty(test.file),
            suite: [project, ...path.slice(0, -1)],
            name: path.at(-1) ?? '',
            status: outcome(test.outcome),
            durationMs: test.spent,
            message: message(test.err),
            retries: test.attempts - 1,
          });
        }
      },
    );
  },
};

/** `flaky` passed in the end. */
export function outcome(value: unknown): TestStatus {
  if (value === 'expected' || value === 'flaky') return 'passed';
  return value === 'skipped' ? 'skipped' : 'failed';
}
