import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { branchCount, type FileCoverage } from './report.ts';
import { xmlReader } from './xml.ts';

/** Cobertura XML, as coverage.py, istanbul, gocover-cobertura, tarpaulin and dotnet write it. */
export const cobertura: CoverageFormat = {
  name: 'cobertura',
  looksLike: (head) => /<coverage\b[^>]*\bline-rate=/.test(head),
  reader() {
    const files = new Map<string, Gathered>();
    let current: Gathered | null = null;
    return xmlReader(
      {
        open(name, attributes) {
          if (name === 'class') current = gathered(files, attributes.filename ?? attributes.name ?? '');
          if (name === 'line' && current) readLine(current, attributes);
        },
        close(name) {
          if (name === 'class') current = null;
        },
      },
      () => [...files].map(finished),
    );
  },
};

interface Gathered {
  hits: LineHits;
  /** By line: a file's classes and methods repeat their lines. */
  conditions: Map<string, [covered: number, total: number]>;
}

function gathered(files: Map<string, Gathered>, file: string): Gathered {
  const known = files.get(file);
  if (known) return known;
  const fresh = { hits: lineHits(), conditions: new Map() };
  files.set(file, fresh);
  return fresh;
}

function readLine({ hits, conditions }: Gathered, attributes: Readonly<Record<string, string>>): void {
  const number = attributes.number ?? '';
  hits.mark(Number.parseInt(number, 10), Number(attributes.hits) > 0);
  const [, covered, total] = /\((\d{1,9})\/(\d{1,9})\)/.exec(attributes['condition-coverage'] ?? '') ?? [];
  if (covered === undefined) return;
  const known = conditions.get(number);
  conditions.set(number, [Math.max(Number(covered), known?.[0] ?? 0), Math.max(Number(total), known?.[1] ?? 0)]);
}

function finished([file, { hits, conditions }]: [string, Gathered]): FileCoverage {
  let [covered, total] = [0, 0];
  for (const [part, whole] of conditions.values()) {
    covered += part;
    total += whole;
  }
  return { file, lines: hits.count(), branches: branchCount(covered, total) };
}
