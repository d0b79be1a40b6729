import type { CoverageFormat } from './format.ts';
import { at, jsonReader } from './json.ts';
import { branchCount, count, type FileCoverage } from './report.ts';

/** `llvm-cov export --format=text` and `cargo llvm-cov --json`, with or without `--summary-only`. */
export const llvmCov: CoverageFormat = {
  name: 'llvm-cov',
  looksLike: (head) =>
    /^\s*\{/.test(head) && (/llvm\.coverage\.json\.export/.test(head) || /^\s*\{\s*"data"\s*:\s*\[/.test(head)),
  reader: () =>
    jsonReader(({ data }) => {
      const found: FileCoverage[] = [];
      for (const unit of Array.isArray(data) ? data : []) {
        const files = at(unit, 'files');
        for (const entry of Array.isArray(files) ? files : []) {
          const of = (kind: string, key: string) => at(entry, 'summary', kind, key);
          const file = at(entry, 'filename');
          const lines = count(of('lines', 'covered'), of('lines', 'count'));
          const branches = branchCount(of('branches', 'covered'), of('branches', 'count'));
          if (lines && typeof file === 'string') found.push({ file, lines, branches });
        }
      }
      return found;
    }),
};
