import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { lineReader } from './lines.ts';
import { branchCount, type Count, count, type FileCoverage } from './report.ts';

/** `lcov.info`, as istanbul, c8, coverage.py, gcov, cargo-llvm-cov and many others write it. */
export const lcov: CoverageFormat = {
  name: 'lcov',
  looksLike: (head) => /^(?:TN:|SF:)/m.test(head) && !head.trimStart().startsWith('{'),
  reader() {
    const files = new Map<string, Record>();
    let current: Record | null = null;
    return lineReader(
      (line) => {
        if (line.startsWith('SF:')) current = opened(files, line.slice(3).trim());
        else if (current && line === 'end_of_record') current = closed(current);
        else if (current) read(current, line);
      },
      () => {
        if (current) closed(current);
        return [...files.values()].map(finished);
      },
    );
  },
};

interface Record {
  file: string;
  hits: LineHits;
  /** Of the section that is being read. */
  section: { branches: Count; told: { lines: Partial<Count>; branches: Partial<Count> } };
  branches: Count;
  toldLines: Count | null;
}

function opened(files: Map<string, Record>, file: string): Record {
  const known = files.get(file);
  if (known) return known;
  const fresh: Record = {
    file,
    hits: lineHits(),
    section: emptySection(),
    branches: { covered: 0, total: 0 },
    toldLines: null,
  };
  files.set(file, fresh);
  return fresh;
}

function read({ hits, section }: Record, line: string): void {
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
      section.told.lines.total = Number(value);
      return;
    case 'LH':
      section.told.lines.covered = Number(value);
      return;
    case 'BRF':
      section.told.branches.total = Number(value);
      return;
    case 'BRH':
      section.told.branches.covered = Number(value);
  }
}

/**
 * A file may have several sections, one a test. Its lines are merged exactly; of its branches the fullest section
 * stands, for keeping each branch of each file would cost more memory than the figure is worth.
 */
function closed(record: Record): null {
  const { section } = record;
  const told = branchCount(section.told.branches.covered, section.told.branches.total);
  const branches = section.branches.total > 0 ? section.branches : (told ?? section.branches);
  record.branches.total = Math.max(record.branches.total, branches.total);
  record.branches.covered = Math.max(record.branches.covered, branches.covered);
  record.toldLines = count(section.told.lines.covered, section.told.lines.total) ?? record.toldLines;
  record.section = emptySection();
  return null;
}

function finished({ file, hits, branches, toldLines }: Record): FileCoverage {
  const counted = hits.count();
  const lines = counted.total > 0 ? counted : (toldLines ?? counted);
  return { file, lines, branches: branchCount(branches.covered, branches.total) };
}

function emptySection(): Record['section'] {
  return { branches: { covered: 0, total: 0 }, told: { lines: {}, branches: {} } };
}
