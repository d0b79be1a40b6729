import type { Count, FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { branchCount, count } from './report.ts';
import { xmlReader } from './xml.ts';

/** JaCoCo XML, of Maven and Gradle. */
export const jacoco: CoverageFormat = {
  name: 'jacoco',
  looksLike: (head) => /<!DOCTYPE report\b[^>]*JACOCO|<report\b[^>]*\bname=/i.test(head),
  reader() {
    const files: FileCoverage[] = [];
    let folder = '';
    let current: FileCoverage | null = null;
    return xmlReader(
      {
        open(name, attributes) {
          if (name === 'package') folder = attributes.name ?? '';
          if (name === 'sourcefile') current = emptyFile([folder, attributes.name ?? ''].filter(Boolean).join('/'));
          if (name === 'counter' && current) readCounter(current, attributes);
        },
        close(name) {
          if (name !== 'sourcefile') return;
          if (current) files.push(current);
          current = null;
        },
      },
      () => files,
    );
  },
};

function emptyFile(file: string): FileCoverage {
  return { file, lines: { covered: 0, total: 0 }, branches: null };
}

function readCounter(current: FileCoverage, { type, covered, missed }: Readonly<Record<string, string>>): void {
  const total = Number(covered) + Number(missed);
  if (type === 'LINE') current.lines = count(covered, total) ?? ({ covered: 0, total: 0 } satisfies Count);
  if (type === 'BRANCH') current.branches = branchCount(covered, total);
}
