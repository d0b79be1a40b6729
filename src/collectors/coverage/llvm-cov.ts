import type { FileCoverage } from '../../core/metrics/coverage.ts';
import { list, valueAt } from '../../core/text/foreign-json.ts';
import type { CoverageFormat } from './format.ts';
import { jsonReader } from './json.ts';
import { branchCount, count } from './report.ts';

/** `llvm-cov export --format=text` and `cargo llvm-cov --json`, with or without `--summary-only`. */
export const llvmCov: CoverageFormat = {
  name: 'llvm-cov',
  looksLike: (head) =>
    /^\s*\{/.test(head) && (/llvm\.coverage\.json\.export/.test(head) || /^\s*\{\s*"data"\s*:\s*\[/.test(head)),
  reader: () =>
    jsonReader(({ data }) => {
      const result: FileCoverage[] = [];
      for (const unit of list(data)) {
        for (const entry of list(valueAt(unit, 'files'))) {
          const of = (kind: string, key: string) => valueAt(entry, 'summary', kind, key);
          const file = valueAt(entry, 'filename');
          const lines = count(of('lines', 'covered'), of('lines', 'count'));
          const branches = branchCount(of('branches', 'covered'), of('branches', 'count'));
          if (lines && typeof file === 'string') result.push({ file, lines, branches });
        }
      }
      return result;
    }),
};
