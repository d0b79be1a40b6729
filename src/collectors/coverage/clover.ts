import type { Count, FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { branchCount, count } from './report.ts';
import { xmlReader } from './xml.ts';

/** Clover XML, as istanbul, PHPUnit and OpenClover write it. */
export const clover: CoverageFormat = {
  name: 'clover',
  looksLike: (head) => /<coverage\b[^>]*\b(?:clover|generated)=/.test(head) && !/\bline-rate=/.test(head),
  reader() {
    const files: FileCoverage[] = [];
    const path: string[] = [];
    let current: FileData | null = null;
    return xmlReader(
      {
        open(name, attributes) {
          if (name === 'file') current = newFile(attributes);
          if (current && name === 'line') readLine(current, attributes);
          if (current && name === 'metrics' && path.at(-1) === 'file') readMetrics(current, attributes);
          path.push(name);
        },
        close(name) {
          path.pop();
          if (name === 'file' && current) files.push(toCoverage(current));
          if (name === 'file') current = null;
        },
      },
      () => files,
    );
  },
};

interface FileData {
  file: string;
  hits: LineHits;
  statements: Count | null;
  branches: Count | null;
}

function newFile(attributes: Readonly<Record<string, string>>): FileData {
  return { file: attributes.path ?? attributes.name ?? '', hits: lineHits(), statements: null, branches: null };
}

/** The line of a method is not a statement. */
function readLine({ hits }: FileData, attributes: Readonly<Record<string, string>>): void {
  if (attributes.type !== 'method') hits.mark(Number.parseInt(attributes.num ?? '', 10), Number(attributes.count) > 0);
}

/** Branches come from the file's totals, because writers disagree on the meaning of `truecount` and `falsecount`. */
function readMetrics(current: FileData, metrics: Readonly<Record<string, string>>): void {
  current.statements = count(metrics.coveredstatements, metrics.statements);
  current.branches = branchCount(metrics.coveredconditionals, metrics.conditionals);
}

function toCoverage({ file, hits, statements, branches }: FileData): FileCoverage {
  const lines = hits.count();
  return { file, lines: lines.total > 0 ? lines : (statements ?? lines), branches };
}
