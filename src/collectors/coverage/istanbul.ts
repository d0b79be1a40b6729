import { createRequire } from 'node:module';
import type { FileCoverageData } from 'istanbul-lib-coverage';
import type { CoverageFormat } from './format.ts';
import { at, isRecord, jsonReader } from './json.ts';
import { branchCount, count, type FileCoverage } from './report.ts';

/** `coverage-final.json` of istanbul, c8, jest and vitest. */
export const istanbul: CoverageFormat = {
  name: 'istanbul',
  looksLike: (head) => /^\s*\{\s*"[^"]+"\s*:\s*\{/.test(head) && /"(?:statementMap|inputSourceMap)"\s*:/.test(head),
  reader: () =>
    jsonReader((value) =>
      Object.entries(value)
        .map(([file, data]) => summary(file, data))
        .filter((entry) => entry !== null),
    ),
};

/** `coverage-summary.json` of the same tools; its figures are the same, without the lines. */
export const istanbulSummary: CoverageFormat = {
  name: 'istanbul',
  looksLike: (head) => /^\s*\{\s*"total"\s*:\s*\{\s*"lines"/.test(head),
  reader: () =>
    jsonReader((value) => {
      const files = Object.entries(value).filter(([file]) => file !== 'total');
      const told = files.length > 0 ? files : Object.entries(value);
      return told.map(([file, entry]) => summarised(file, entry)).filter((entry) => entry !== null);
    }),
};

/** One file's data as istanbul counts it; null where it is not istanbul's. */
function summary(file: string, data: unknown): FileCoverage | null {
  if (!isRecord(data) || !isRecord(data.statementMap) || !isRecord(data.s)) return null;
  try {
    const counted = library()
      .createFileCoverage(data as unknown as FileCoverageData)
      .toSummary();
    return summarised(file, counted.data);
  } catch {
    return null;
  }
}

function summarised(file: string, entry: unknown): FileCoverage | null {
  const of = (kind: string, key: string) => at(entry, kind, key);
  const lines = count(of('lines', 'covered'), of('lines', 'total'));
  const branches = branchCount(of('branches', 'covered'), of('branches', 'total'));
  return lines && { file, lines, branches };
}

let loaded: typeof import('istanbul-lib-coverage') | undefined;

function library(): typeof import('istanbul-lib-coverage') {
  loaded ??= createRequire(import.meta.url)('istanbul-lib-coverage') as typeof import('istanbul-lib-coverage');
  return loaded;
}
