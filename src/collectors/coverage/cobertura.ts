import type { FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { type LineHits, lineHits } from './line-hits.ts';
import { branchCount } from './report.ts';
import { xmlReader } from './xml.ts';

/** Cobertura XML, as coverage.py, istanbul, gocover-cobertura, tarpaulin and dotnet write it. */
export const cobertura: CoverageFormat = {
  name: 'cobertura',
  looksLike: (head) => /<coverage\b[^>]*\bline-rate=/.test(head),
  reader() {
    const files = new Map<string, FileData>();
    let current: FileData | null = null;
    return xmlReader(
      {
        open(name, attributes) {
          if (name === 'class') current = fileData(files, attributes.filename ?? attributes.name ?? '');
          if (name === 'line' && current) readLine(current, attributes);
        },
        close(name) {
          if (name === 'class') current = null;
        },
      },
      () => [...files].map(toCoverage),
    );
  },
};

interface FileData {
  hits: LineHits;
  /** By line, because classes and methods of a file repeat its lines. */
  conditions: Map<string, [covered: number, total: number]>;
}

function fileData(files: Map<string, FileData>, file: string): FileData {
  const existing = files.get(file);
  if (existing) return existing;
  const created = { hits: lineHits(), conditions: new Map() };
  files.set(file, created);
  return created;
}

function readLine({ hits, conditions }: FileData, attributes: Readonly<Record<string, string>>): void {
  const number = attributes.number ?? '';
  hits.mark(Number.parseInt(number, 10), Number(attributes.hits) > 0);
  const [, covered, total] = /\((\d{1,9})\/(\d{1,9})\)/.exec(attributes['condition-coverage'] ?? '') ?? [];
  if (covered === undefined) return;
  const previous = conditions.get(number);
  conditions.set(number, [Math.max(Number(covered), previous?.[0] ?? 0), Math.max(Number(total), previous?.[1] ?? 0)]);
}

function toCoverage([file, { hits, conditions }]: [string, FileData]): FileCoverage {
  let [covered, total] = [0, 0];
  for (const [part, whole] of conditions.values()) {
    covered += part;
    total += whole;
  }
  return { file, lines: hits.count(), branches: branchCount(covered, total) };
}
