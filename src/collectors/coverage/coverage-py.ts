import type { CoverageFormat } from './format.ts';
import { at, isRecord, jsonReader } from './json.ts';
import { branchCount, count, type FileCoverage } from './report.ts';

/** coverage.py's JSON (`coverage json`, `pytest --cov-report=json`). */
export const coveragePy: CoverageFormat = {
  name: 'coverage.py',
  looksLike: (head) => /^\s*\{\s*"meta"\s*:/.test(head),
  reader: () =>
    jsonReader(({ files }) => {
      const found: FileCoverage[] = [];
      for (const [file, entry] of Object.entries(isRecord(files) ? files : {})) {
        const summary = (key: string) => at(entry, 'summary', key);
        const lines = count(summary('covered_lines'), summary('num_statements'));
        const branches = branchCount(summary('covered_branches'), summary('num_branches'));
        if (lines) found.push({ file, lines, branches });
      }
      return found;
    }),
};
