import { createReadStream } from 'node:fs';
import type { TestRun } from '../../core/metrics/tests.ts';
import type { ReportContext, ReportFormat, ReportReader } from './format.ts';
import { reportFormats } from './index.ts';

const HEAD = 16 * 1024;

/** The run in a report; null if its format is unknown. Never throws: unreadable parts are skipped, with a note. */
export function parseReport(report: string, context: ReportContext): TestRun | null {
  const reader = detectingReader(context);
  reader.write(report);
  return reader.end();
}

/** The same for a file of any size, read in pieces. Also null if the file cannot be read. */
export async function readReport(file: string, context: ReportContext): Promise<TestRun | null> {
  const reader = detectingReader(context);
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 }))
      reader.write(chunk);
  } catch {
    return null;
  }
  return reader.end();
}

/** Buffers enough of the report to detect its format. */
function detectingReader(context: ReportContext): { write(chunk: string): void; end(): TestRun | null } {
  let head = '';
  let reader: ReportReader | null = null;
  let isUnknown = false;
  const detect = () => {
    const text = head.charCodeAt(0) === 0xfeff ? head.slice(1) : head;
    const format = reportFormats.find((candidate) => candidate.recognises(text.slice(0, HEAD)));
    isUnknown = format === undefined;
    reader = format ? safeReader(format, context) : null;
    reader?.write(text);
    head = '';
  };
  return {
    write(chunk) {
      if (isUnknown) return;
      if (reader) return reader.write(chunk);
      head += chunk;
      if (head.length >= HEAD) detect();
    },
    end() {
      if (!reader && !isUnknown) detect();
      return reader?.end() ?? null;
    },
  };
}

/** A reader should not throw. If one does, the part it had read still counts, as incomplete. */
function safeReader(format: ReportFormat, context: ReportContext): ReportReader {
  const reader = format.reader(context);
  let failure: string | null = null;
  const attempt = (action: () => void) => {
    if (failure !== null) return;
    try {
      action();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  };
  return {
    write: (chunk) => attempt(() => reader.write(chunk)),
    end() {
      let run: TestRun | null = null;
      const writeFailure = failure;
      failure = null;
      attempt(() => {
        run = reader.end();
      });
      const result = (run as TestRun | null) ?? emptyRun(format.name);
      const reason = writeFailure ?? failure;
      return reason === null
        ? result
        : {
            ...result,
            complete: false,
            notes: [...result.notes, `the report could not be read completely: ${reason}`],
          };
    },
  };
}

function emptyRun(runner: string): TestRun {
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  return { runner, tests: [], counts, complete: false, collected: null, collectionErrors: [], notes: [] };
}
