import { createReadStream } from 'node:fs';
import type { CoverageReport } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { coverageFormats } from './index.ts';
import { report } from './report.ts';

const HEAD = 8192;

/**
 * Reads a coverage report of any known format in pieces, so that a report of hundreds of megabytes need not fit into
 * memory. Null if the file is not a report, is empty, or cannot be read.
 */
export async function readCoverage(path: string): Promise<CoverageReport | null> {
  try {
    return await readPieces(createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 }));
  } catch {
    return null;
  }
}

export function parseCoverage(text: string): CoverageReport | null {
  const format = formatOf(text.slice(0, HEAD));
  const reader = format?.reader();
  reader?.write(withoutMark(text));
  return format && reader ? report(format.name, reader.end()) : null;
}

export async function readPieces(pieces: AsyncIterable<string>): Promise<CoverageReport | null> {
  let head = '';
  let format: CoverageFormat | undefined;
  let reader: ReturnType<CoverageFormat['reader']> | undefined;
  for await (const piece of pieces) {
    if (reader) {
      reader.write(piece);
      continue;
    }
    head += piece;
    if (head.length < HEAD) continue;
    format = formatOf(head.slice(0, HEAD));
    if (!format) return null;
    reader = format.reader();
    reader.write(withoutMark(head));
  }
  return format && reader ? report(format.name, reader.end()) : parseCoverage(head);
}

function formatOf(head: string): CoverageFormat | undefined {
  return coverageFormats.find((format) => format.looksLike(withoutMark(head)));
}

const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text);
