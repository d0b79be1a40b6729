import { createRequire } from 'node:module';
import type { FileCoverageData } from 'istanbul-lib-coverage';
import type { FileCoverage } from '../../core/metrics/coverage.ts';
import { isFields, valueAt } from '../../core/text/foreign-json.ts';
import type { CoverageFormat } from './format.ts';
import { jsonReader } from './json.ts';
import { branchCount, count } from './report.ts';

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

/** `coverage-summary.json` of the same tools: the same figures, without the individual lines. */
export const istanbulSummary: CoverageFormat = {
  name: 'istanbul',
  looksLike: (head) => /^\s*\{\s*"total"\s*:\s*\{\s*"lines"/.test(head),
  reader: () =>
    jsonReader((value) => {
      const files = Object.entries(value).filter(([file]) => file !== 'total');
      const entries = files.length > 0 ? files : Object.entries(value);
      return entries.map(([file, entry]) => toCoverage(file, entry)).filter((entry) => entry !== null);
    }),
};

/** One file's data as istanbul counts it; null if it is not in istanbul's format. */
function summary(file: string, data: unknown): FileCoverage | null {
  if (!isFields(data) || !isFields(data.statementMap) || !isFields(data.s)) return null;
  try {
    const fileSummary = library()
      .createFileCoverage(data as unknown as FileCoverageData)
      .toSummary();
    return toCoverage(file, fileSummary.data);
  } catch {
    return null;
  }
}

function toCoverage(file: string, entry: unknown): FileCoverage | null {
  const of = (kind: string, key: string) => valueAt(entry, kind, key);
  const lines = count(of('lines', 'covered'), of('lines', 'total'));
  const branches = branchCount(of('branches', 'covered'), of('branches', 'total'));
  return lines && { file, lines, branches };
}

let cachedLibrary: typeof import('istanbul-lib-coverage') | undefined;

function library(): typeof import('istanbul-lib-coverage') {
  cachedLibrary ??= createRequire(import.meta.url)('istanbul-lib-coverage') as typeof import('istanbul-lib-coverage');
  return cachedLibrary;
}
