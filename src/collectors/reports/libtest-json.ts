import type { ReportFormat } from './format.ts';
import { recordReader } from './lines.ts';
import { type AddedTest, runBuilder } from './run-builder.ts';
import { message, number, record, seconds, text } from './values.ts';

/**
 * `cargo test -- --format json` and nextest's `libtest-json`. One suite after the other; each says how many tests it has,
 * and ends with a record of its own. Nextest puts the binary before a `$`, and an attempt behind a `#`.
 */
export const libtestJson: ReportFormat = {
  name: 'libtest-json',
  recognises: (head) => /^[ \t]*\{\s*"type"\s*:\s*"(suite|test)"\s*,/m.test(head),
  reader(context) {
    const run = runBuilder('cargo', context);
    /** Attempts that failed, by test: the last one is its result where none succeeds. */
    const attempts = new Map<string, AddedTest[]>();
    let suite = '';
    let open = 0;
    let suites = 0;
    const lines = recordReader((line) => {
      if (line.type === 'suite') {
        if (line.event === 'started') {
          open += 1;
          suites += 1;
          run.expect(number(line.test_count) ?? 0);
          if (line.nextest !== undefined) run.runner = 'nextest';
        } else open -= 1;
        const { crate, test_binary: binary } = record(line.nextest);
        suite = binary ? `${text(crate)}::${text(binary)}` : suite;
        return;
      }
      if (line.type !== 'test' || line.event === 'started') return;
      const [identity = '', attempt] = text(line.name).split('#');
      const at = identity.indexOf('$');
      if (at !== -1) run.runner = 'nextest';
      const path = identity.slice(at + 1).split('::');
      const failed = attempts.get(identity) ?? [];
      const test: AddedTest = {
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
        for (const failed of attempts.values()) run.add(failed.at(-1) as AddedTest);
        if (suites > 0 && open === 0) run.complete();
        return run.finish();
      },
    };
  },
};
