import type { FileCoverage } from '../../core/metrics/coverage.ts';
import { isFields, parseJson } from '../../core/text/foreign-json.ts';
import type { CoverageReader } from './format.ts';

/** A larger JSON report is not read, because it cannot be parsed in pieces. */
const MAX_CHARS = 200_000_000;

/** A reader for a JSON format. It needs the whole text. */
export function jsonReader(files: (value: Record<string, unknown>) => FileCoverage[]): CoverageReader {
  let pieces: string[] | null = [];
  let length = 0;
  return {
    write(text) {
      length += text.length;
      if (length > MAX_CHARS) pieces = null;
      pieces?.push(text);
    },
    end() {
      const value = parseJson(pieces?.join('') ?? '');
      return isFields(value) ? files(value) : [];
    },
  };
}
