import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { branchCount, type Count, count, type FileCoverage } from './report.ts';
import { xmlReader } from './xml.ts';

/** Clover XML, as istanbul, PHPUnit and OpenClover write it. */
export const clover: CoverageFormat = {
  name: 'clover',
  looksLike: (head) => /<coverage\b[^>]*\b(?:clover|generated)=/.test(head) && !/\bline-rate=/.test(head),
  reader() {
    const files: FileCoverage[] = [];
    const path: string[] = [];
    let current: Gathered | null = null;
    return xmlReader(
      {
        open(name, attributes) {
          if (name === 'file') current = gathered(attributes);
          if (current && name === 'line') readLine(current, attributes);
          if (current && name === 'metrics' && path.at(-1) === 'file') readMetrics(current, attributes);
          path.push(name);
        },
        close(name) {
          path.pop();
          if (name === 'file' && current) files.push(finished(current));
          if (name === 'file') current = null;
        },
      },
      () => files,
    );
  },
};

interface Gathered {
  file: string;
  hits: LineHits;
  statements: Count | null;
  branches: Count | null;
}

function gathered(attributes: Readonly<Record<string, string>>): Gathered {
  return { file: attributes.path ?? attributes.name ?? '', hits: lineHits(), statements: null, branches: null };
}

/** A method's line is no statement. */
function readLine({ hits }: Gathered, attributes: Readonly<Record<string, string>>): void {
  if (attributes.type !== 'method') hits.mark(Number.parseInt(attributes.num ?? '', 10), Number(attributes.count) > 0);
}

/** Branches are taken from the file's totals: writers disagree on what `truecount` and `falsecount` mean. */
function readMetrics(current: Gathered, metrics: Readonly<Record<string, string>>): void {
  current.statements = count(metrics.coveredstatements, metrics.statements);
  current.branches = branchCount(metrics.coveredconditionals, metrics.conditionals);
}

function finished({ file, hits, statements, branches }: Gathered): FileCoverage {
  const lines = hits.count();
  return { file, lines: lines.total > 0 ? lines : (statements ?? lines), branches };
}
