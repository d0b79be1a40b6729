import { fileURLToPath } from 'node:url';
import type { Position } from './v8-lines.ts';

/** What node stores about a compiled script. */
export interface CachedMap {
  /** Lengths of the lines of the code that ran, without line breaks. */
  lineLengths?: number[];
  data?: { sources?: (string | null)[]; sourceRoot?: string; mappings?: string } | null;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** All positions of the code that ran with their origin; null if there is no readable map. */
export function mappedPositions({ lineLengths, data }: CachedMap, url: string): Position[] | null {
  if (!lineLengths || typeof data?.mappings !== 'string' || !Array.isArray(data.sources)) return null;
  const files = data.sources.map((source) => fileOf(`${data.sourceRoot ?? ''}${source ?? ''}`, url));
  const positions: Position[] = [];
  const at = { source: 0, line: 0 };
  let start = 0;
  for (const [index, segments] of data.mappings.split(';').entries()) {
    let column = 0;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [columns = 0, source, line] = numbersIn(segment);
      column += columns;
      if (source === undefined || line === undefined) continue;
      at.source += source;
      at.line += line;
      const file = files[at.source];
      if (file) positions.push({ offset: start + column, file, line: at.line + 1 });
    }
    start += (lineLengths[index] ?? 0) + 1;
  }
  return positions;
}

/** The numbers of one segment, as base64 digits with five bits each: the sixth bit marks a continuation, the lowest one the sign. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function fileOf(source: string, url: string): string | null {
  try {
    return fileURLToPath(new URL(source, url));
  } catch {
    return null;
  }
}
