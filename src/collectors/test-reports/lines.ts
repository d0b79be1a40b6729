import { objectOn } from '../../core/text/foreign-json.ts';

/** A longer line is dropped: it is not a record of a test, and memory must not grow with a test's output. */
const MAX_LINE = 8 * 1024 * 1024;

/** Splits a stream into lines, including a last one without a line break. `skipped` is the number of lines that were too long. */
export function lineReader(onLine: (line: string) => void): { write(chunk: string): void; end(): { skipped: number } } {
  let rest = '';
  let tooLong = false;
  let skipped = 0;
  const emit = (line: string) => {
    if (!tooLong) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    tooLong = false;
  };
  return {
    write(chunk) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
        emit(rest + chunk.slice(from, at));
        rest = '';
        from = at + 1;
      }
      if (!tooLong) rest += chunk.slice(from);
      if (rest.length > MAX_LINE) {
        rest = '';
        tooLong = true;
        skipped += 1;
      }
    },
    end() {
      if (rest !== '') emit(rest);
      rest = '';
      return { skipped };
    },
  };
}

/** One JSON object per line. `unreadable` is the number of other lines, which are skipped; empty lines do not count. */
export function recordReader(onRecord: (record: Record<string, unknown>) => void): {
  write(chunk: string): void;
  end(): { unreadable: number };
} {
  let unreadable = 0;
  const lines = lineReader((line) => {
    if (line.trim() === '') return;
    const record = objectOn(line);
    if (record) onRecord(record);
    else unreadable += 1;
  });
  return { write: lines.write, end: () => ({ unreadable: unreadable + lines.end().skipped }) };
}
