/** A line that is longer is dropped: no record of a test is, and memory must not grow with what a test prints. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Cuts a stream into lines, also the last one without an end. `skipped` tells how many were too long. */
export function lineReader(onLine: (line: string) => void): { write(chunk: string): void; end(): { skipped: number } } {
  let rest = '';
  let tooLong = false;
  let skipped = 0;
  const take = (line: string) => {
    if (!tooLong) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    tooLong = false;
  };
  return {
    write(chunk) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
        take(rest + chunk.slice(from, at));
        rest = '';
        from = at + 1;
      }
      if (!tooLong) rest += chunk.slice(from);
      if (rest.length > LONGEST_LINE) {
        rest = '';
        tooLong = true;
        skipped += 1;
      }
    },
    end() {
      if (rest !== '') take(rest);
      rest = '';
      return { skipped };
    },
  };
}

/** One JSON object a line. What is no object is skipped, `unreadable` tells how often; empty lines do not count. */
export function recordReader(onRecord: (record: Record<string, unknown>) => void): {
  write(chunk: string): void;
  end(): { unreadable: number };
} {
  let unreadable = 0;
  const lines = lineReader((line) => {
    if (line.trim() === '') return;
    const record = parsed(line);
    if (record) onRecord(record);
    else unreadable += 1;
  });
  return { write: lines.write, end: () => ({ unreadable: unreadable + lines.end().skipped }) };
}

function parsed(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
