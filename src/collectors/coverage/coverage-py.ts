import type { FileCoverage } from '../../core/metrics/coverage.ts';
import { fieldsOrEmpty, valueAt } from '../../core/text/foreign-json.ts';
import type { CoverageFormat } from './format.ts';
import { jsonReader } from './json.ts';
import { branchCount, count } from './report.ts';

/** coverage.py's JSON (`coverage json`, `pytest --cov-report=json`). */
export const coveragePy: CoverageFormat = {
  name: 'coverage.py',
  looksLike: (head) => /^\s*\{\s*"meta"\s*:/.test(head),
  reader: () =>
    jsonReader(({ files }) => {
      const result: FileCoverage[] = [];
      for (const [file, entry] of Object.entries(fieldsOrEmpty(files))) {
        const summary = (key: string) => valueAt(entry, 'summary', key);
        const lines = count(summary('covered_lines'), summary('num_statements'));
        const branches = branchCount(summary('covered_branches'), summary('num_branches'));
        if (lines) result.push({ file, lines, branches });
      }
      return result;
    }),
};
