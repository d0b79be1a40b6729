import { fieldsOrEmpty, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { recordReader } from './lines.ts';
import { type NewTest, runBuilder } from './run-builder.ts';
import { message, seconds } from './values.ts';

/**
 * `cargo test -- --format json` and nextest's `libtest-json`. Each suite starts with its number of tests and ends with its
 * own record. In nextest's names, the binary is before a `$` and the attempt after a `#`.
 */
export const libtestJson: ReportFormat = {
  name: 'libtest-json',
  recognises: (head) => /^[ \t]*\{\s*"type"\s*:\s*"(suite|test)"\s*,/m.test(head),
  reader(context) {
    const run = runBuilder('cargo', context);
    /** Failed attempts by test. If none succeeds, the last one is the result. */
    const attempts = new Map<string, NewTest[]>();
    let suite = '';
    let openSuites = 0;
    let suites = 0;
    const lines = recordReader((line) => {
      if (line.type === 'suite') {
        if (line.event === 'started') {
          openSuites += 1;
          suites += 1;
          run.expect(number(line.test_count) ?? 0);
          if (line.nextest !== undefined) run.runner = 'nextest';
        } else openSuites -= 1;
        const { crate, test_binary: binary } = fieldsOrEmpty(line.nextest);
        suite = binary ? `${textOrEmpty(crate)}::${textOrEmpty(binary)}` : suite;
        return;
      }
      if (line.type !== 'test' || line.event === 'started') return;
      const [identity = '', attempt] = textOrEmpty(line.name).split('#');
      const at = identity.indexOf('$');
      if (at !== -1) run.runner = 'nextest';
      const path = identity.slice(at + 1).split('::');
      const failed = attempts.get(identity) ?? [];
      const test: NewTest = {
        suite: [at === -1 ? suite : identity.slice(0, at), ...path.slice(0, -1)],
        name: path.at(-1) ?? identity,
        status: line.event === 'ok' ? 'passed' : line.event === 'ignored' ? 'skipped' : 'failed',
        durationMs: seconds(line.exec_time),
        message: message(line.stdout) ?? message(line.message),
        retries: failed.length,
      };
      if (attempt !== undefined && test.status === 'failed') attempts.set(identity, [...failed, test]);
      else {
        attempts.delete(identity);
        run.add(test);
      }
    });

    return {
      write: lines.write,
      end() {
        lines.end();
        for (const failed of attempts.values()) run.add(failed.at(-1) as NewTest);
        if (suites > 0 && openSuites === 0) run.complete();
        return run.finish();
      },
    };
  },
};
