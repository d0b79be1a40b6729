import type { Count, FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { lineReader } from './lines.ts';
import { branchCount, count } from './report.ts';

/** `lcov.info`, as istanbul, c8, coverage.py, gcov, cargo-llvm-cov and many others write it. */
export const lcov: CoverageFormat = {
  name: 'lcov',
  looksLike: (head) => /^(?:TN:|SF:)/m.test(head) && !head.trimStart().startsWith('{'),
  reader() {
    const files = new Map<string, FileRecord>();
    let current: FileRecord | null = null;
    return lineReader(
      (line) => {
        if (line.startsWith('SF:')) current = openRecord(files, line.slice(3).trim());
        else if (current && line === 'end_of_record') current = closeSection(current);
        else if (current) readLine(current, line);
      },
      () => {
        if (current) closeSection(current);
        return [...files.values()].map(toCoverage);
      },
    );
  },
};

interface FileRecord {
  file: string;
  hits: LineHits;
  /** Counts of the current section. `totals` are the sums that the report itself states. */
  section: { branches: Count; totals: { lines: Partial<Count>; branches: Partial<Count> } };
  branches: Count;
  reportedLines: Count | null;
}

function openRecord(files: Map<string, FileRecord>, file: string): FileRecord {
  const existing = files.get(file);
  if (existing) return existing;
  const created: FileRecord = {
    file,
    hits: lineHits(),
    section: emptySection(),
    branches: { covered: 0, total: 0 },
    reportedLines: null,
  };
  files.set(file, created);
  return created;
}

function readLine({ hits, section }: FileRecord, line: string): void {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1);
  switch (line.slice(0, colon)) {
    case 'DA': {
      const comma = value.indexOf(',');
      const times = Number.parseInt(value.slice(comma + 1), 10);
      if (comma > 0 && !Number.isNaN(times)) hits.mark(Number(value.slice(0, comma)), times > 0);
      return;
    }
    case 'BRDA': {
      section.branches.total++;
      if (Number.parseInt(value.slice(value.lastIndexOf(',') + 1), 10) > 0) section.branches.covered++;
      return;
    }
    case 'LF':
      section.totals.lines.total = Number(value);
      return;
    case 'LH':
      section.totals.lines.covered = Number(value);
      return;
    case 'BRF':
      section.totals.branches.total = Number(value);
      return;
    case 'BRH':
      section.totals.branches.covered = Number(value);
  }
}

/**
 * A file may have several sections, one per test. Their lines are merged exactly. For branches the section with the most
 * is used, because storing every branch of every file would take too much memory.
 */
function closeSection(record: FileRecord): null {
  const { section } = record;
  const reported = branchCount(section.totals.branches.covered, section.totals.branches.total);
  const branches = section.branches.total > 0 ? section.branches : (reported ?? section.branches);
  record.branches.total = Math.max(record.branches.total, branches.total);
  record.branches.covered = Math.max(record.branches.covered, branches.covered);
  record.reportedLines = count(section.totals.lines.covered, section.totals.lines.total) ?? record.reportedLines;
  record.section = emptySection();
  return null;
}

function toCoverage({ file, hits, branches, reportedLines }: FileRecord): FileCoverage {
  const counts = hits.count();
  const lines = counts.total > 0 ? counts : (reportedLines ?? counts);
  return { file, lines, branches: branchCount(branches.covered, branches.total) };
}

function emptySection(): FileRecord['section'] {
  return { branches: { covered: 0, total: 0 }, totals: { lines: {}, branches: {} } };
}
