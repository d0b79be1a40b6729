import type { TestStatus } from '../../core/tests.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { recordReader } from './lines.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import { message, number, record, text, textOrNull, texts } from './values.ts';

/** Written by Jumar's own probe inside vitest, jest, mocha, jasmine and ava: one line per fact, as it happens. */
export const probe: ReportFormat = {
  name: 'probe',
  recognises: (head) => ['vitest', 'jest', 'mocha', 'jasmine', 'ava'].includes(begunBy(head) ?? ''),
  reader: (context) => probeReader(context, (run, line) => read(run, line)),
};

function read(run: RunBuilder, line: Record<string, unknown>): void {
  if (line.ev === 'test') {
    const path = texts(line.name);
    run.add({
      file: textOrNull(line.file),
      suite: path.slice(0, -1),
      name: path.at(-1) ?? '',
      status: status(line.status),
      durationMs: number(line.ms),
      message: message(line.err),
      retries: number(line.retries) ?? 0,
    });
  } else if (line.ev === 'collected') run.expect(number(line.count) ?? 0);
  else if (line.ev === 'error') run.collectionError(message(line.message) ?? 'an error outside of every test');
  else if (line.ev === 'note') run.note(text(line.message));
}

/** What every file of the probe has in common: it begins with who wrote it, and ends with `end` where the run did. */
export function probeReader(
  context: ReportContext,
  onRecord: (run: RunBuilder, line: Record<string, unknown>) => void,
  onEnd: (run: RunBuilder) => void = () => {},
) {
  const run = runBuilder('', context);
  const lines = recordReader((line) => {
    if (line.ev === 'begin' && run.runner === '') run.runner = text(line.runner);
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

/** The runner named in a probe file's first line. */
export function begunBy(head: string): string | null {
  const line = head.slice(0, head.indexOf('\n') === -1 ? undefined : head.indexOf('\n'));
  if (!line.startsWith('{"ev":')) return null;
  try {
    const first = record(JSON.parse(line));
    return first.ev === 'begin' ? textOrNull(first.runner) : null;
  } catch {
    return null;
  }
}

export function status(value: unknown): TestStatus {
  return value === 'passed' || value === 'skipped' || value === 'todo' ? value : 'failed';
}
