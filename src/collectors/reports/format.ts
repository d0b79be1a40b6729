import type { TestRun } from '../../core/tests.ts';

export interface ReportContext {
  /** Folders that file names are made relative to: the project's, and its real path where a link leads there. */
  roots: readonly string[];
}

/** Takes a report piece by piece and keeps no more of it than the tests. */
export interface ReportReader {
  write(chunk: string): void;
  end(): TestRun;
}

/** One machine-readable format. A new one is a file like the others and a line in `index.ts`. */
export interface ReportFormat {
  name: string;
  /** Whether a report that begins with this text (some kilobytes, no byte order mark) is of this format. */
  recognises(head: string): boolean;
  reader(context: ReportContext): ReportReader;
}
