import type { FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageReader } from './format.ts';

/** A reader for a format with one record per line. */
export function lineReader(onLine: (line: string) => void, end: () => FileCoverage[]): CoverageReader {
  let rest = '';
  return {
    write(text) {
      const all = rest + text;
      let from = 0;
      for (let to = all.indexOf('\n'); to >= 0; to = all.indexOf('\n', from)) {
        onLine(all.slice(from, all[to - 1] === '\r' ? to - 1 : to));
        from = to + 1;
      }
      // Such a long line is not part of a report and must not fill the memory.
      rest = all.length - from > 65_536 ? '' : all.slice(from);
    },
    end() {
      if (rest) onLine(rest);
      return end();
    },
  };
}
