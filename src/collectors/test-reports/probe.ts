import type { TestStatus } from '../../core/metrics/tests.ts';
import { listOfTexts, nonEmptyText, number, objectOn, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { recordReader } from './lines.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import { message } from './values.ts';

/** Written by Jumar's own probe inside vitest, jest, mocha, jasmine and ava: one line per event, as it happens. */
export const probe: ReportFormat = {
  name: 'probe',
  recognises: (head) => ['vitest', 'jest', 'mocha', 'jasmine', 'ava'].includes(runnerIn(head) ?? ''),
  reader: (context) => probeReader(context, (run, line) => addRecord(run, line)),
};

function addRecord(run: RunBuilder, line: Record<string, unknown>): void {
  if (line.ev === 'test') {
    const path = listOfTexts(line.name);
    run.add({
      file: nonEmptyText(line.file),
      suite: path.slice(0, -1),
      name: path.at(-1) ?? '',
      status: status(line.status),
      durationMs: number(line.ms),
      message: message(line.err),
      retries: number(line.retries) ?? 0,
    });
  } else if (line.ev === 'collected') run.expect(number(line.count) ?? 0);
  else if (line.ev === 'error') run.collectionError(message(line.message) ?? 'an error outside all tests');
  else if (line.ev === 'note') run.note(textOrEmpty(line.message));
}

/** The common part of all probe files: they start with the name of the runner, and end with `end` if the run finished. */
export function probeReader(
  context: ReportContext,
  onRecord: (run: RunBuilder, line: Record<string, unknown>) => void,
  onEnd: (run: RunBuilder) => void = () => {},
) {
  const run = runBuilder('', context);
  const lines = recordReader((line) => {
    if (line.ev === 'begin' && run.runner === '') run.runner = textOrEmpty(line.runner);
    if (line.ev === 'end') run.complete();
    onRecord(run, line);
  });
  return {
    write: lines.write,
    end() {
      const { unreadable } = lines.end();
      if (unreadable > 0) run.note(`${unreadable} lines of the report could not be read`);
      onEnd(run);
      return run.finish();
    },
  };
}

/** The runner in the first line of a probe file. */
export function runnerIn(head: string): string | null {
  const line = head.slice(0, head.indexOf('\n') === -1 ? undefined : head.indexOf('\n'));
  if (!line.startsWith('{"ev":')) return null;
  const first = objectOn(line);
  return first?.ev === 'begin' ? nonEmptyText(first.runner) : null;
}

export function status(value: unknown): TestStatus {
  return value === 'passed' || value === 'skipped' || value === 'todo' ? value : 'failed';
}
