import type { CoverageReader } from './format.ts';
import type { FileCoverage } from './report.ts';

/** Beyond this a JSON report is not read: it cannot be taken apart piece by piece. */
const MAX_CHARS = 200_000_000;

/** A reader of a JSON format: the whole text is needed before anything can be said. */
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
      try {
        const value: unknown = JSON.parse(pieces?.join('') ?? '');
        return isRecord(value) ? files(value) : [];
      } catch {
        return [];
      }
    },
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...keys: string[]): unknown {
  let current = value;
  for (const key of keys) current = isRecord(current) ? current[key] : undefined;
  return current;
}
