import type { TestStatus } from '../../core/metrics/tests.ts';
import { list, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { probeReader, runnerIn } from './probe.ts';
import { message } from './values.ts';

/**
 * Written by the plugin that Jumar adds to pytest: one line per relevant phase of a test (setup, call, teardown). A test
 * counts once, however many of its phases fail. An unexpected pass counts as passed unless pytest reports it as failed.
 */
export const pytest: ReportFormat = {
  name: 'pytest',
  recognises: (head) => runnerIn(head) === 'pytest',
  reader(context) {
    const tests = new Map<string, { status: TestStatus; ms: number; message: string | null; retries: number }>();
    return probeReader(
      context,
      (run, line) => {
        if (line.ev === 'collected') run.expect(number(line.count) ?? list(line.ids).length);
        if (line.ev === 'collect-error')
          run.collectionError(`${textOrEmpty(line.id)}: ${message(line.err) ?? 'failed'}`);
        if (line.ev !== 'test') return;
        const id = textOrEmpty(line.id);
        const test = tests.get(id) ?? { status: 'skipped' as const, ms: 0, message: null, retries: 0 };
        tests.set(id, test);
        test.ms += number(line.ms) ?? 0;
        if (line.outcome === 'rerun') {
          test.retries += 1;
          return;
        }
        if (test.status === 'failed') return;
        test.status = line.outcome === 'passed' ? 'passed' : line.outcome === 'failed' ? 'failed' : 'skipped';
        test.message = message(line.err) ?? test.message;
      },
      (run) => {
        for (const [id, test] of tests) {
          const { file, suite, name } = nodeId(id);
          run.add({
            file,
            suite,
            name,
            status: test.status,
            durationMs: test.ms,
            message: test.message,
            retries: test.retries,
          });
        }
      },
    );
  },
};

/** `tests/test_a.py::TestDiv::test_inner[1::2]`: the parameters are always part of the name. */
export function nodeId(id: string): { file: string; suite: string[]; name: string } {
  const bracket = id.indexOf('[');
  const parameters = bracket === -1 ? '' : id.slice(bracket);
  const [file = '', ...names] = (bracket === -1 ? id : id.slice(0, bracket)).split('::');
  const name = names.pop() ?? '';
  return { file, suite: names, name: name + parameters };
}
