import type { TestStatus } from '../../core/metrics/tests.ts';
import { nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { probeReader, runnerIn } from './probe.ts';
import { message } from './values.ts';

const STATUS: Record<string, TestStatus> = { passed: 'passed', skipped: 'skipped', xfail: 'skipped' };

/**
 * Written by Jumar's hook in `unittest.TestResult`. A failing subtest makes its test fail. unittest reports a module that
 * cannot be imported as a failing test of its loader.
 */
export const unittest: ReportFormat = {
  name: 'unittest',
  recognises: (head) => runnerIn(head) === 'unittest',
  reader(context) {
    const tests = new Map<
      string,
      { file: string | null; module: string; status: TestStatus; message: string | null }
    >();
    return probeReader(
      context,
      (run, line) => {
        if (line.ev !== 'test') return;
        const id = textOrEmpty(line.id);
        if (id.startsWith('unittest.loader._FailedTest.') || /^(setUp|tearDown)(Class|Module) \(/.test(id)) {
          run.collectionError(`${id.replace('unittest.loader._FailedTest.', '')}: ${message(line.err) ?? 'failed'}`);
          return;
        }
        const key = line.parent === undefined ? id.replace(/ [([].*$/s, '') : textOrEmpty(line.parent);
        const status = STATUS[textOrEmpty(line.status)] ?? 'failed';
        const before = tests.get(key);
        if (before?.status === 'failed') return;
        tests.set(key, {
          file: nonEmptyText(line.file),
          module: textOrEmpty(line.module),
          status,
          message: message(line.err) ?? message(line.msg),
        });
      },
      (run) => {
        for (const [id, { file, module, status, message: reason }] of tests) {
          const isInFile = file !== null && id.startsWith(`${module}.`);
          const path = (isInFile ? id.slice(module.length + 1) : id).split('.');
          run.add({ file, suite: path.slice(0, -1), name: path.at(-1) ?? id, status, message: reason });
        }
      },
    );
  },
};
