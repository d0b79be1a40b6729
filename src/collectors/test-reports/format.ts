import type { TestRun } from '../../core/metrics/tests.ts';

export interface ReportContext {
  /** Folders that file names are made relative to: the project's, and its real path if it is a link. */
  roots: readonly string[];
}

/** Reads a report in pieces and stores only its tests. */
export interface ReportReader {
  write(chunk: string): void;
  end(): TestRun;
}

/** A machine-readable format. To add one, create a file and list it in `index.ts`. */
export interface ReportFormat {
  name: string;
  /** Whether a report that begins with this text (a few kilobytes, no byte order mark) has this format. */
  recognises(head: string): boolean;
  reader(context: ReportContext): ReportReader;
}
