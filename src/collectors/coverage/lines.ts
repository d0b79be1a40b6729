import type { CoverageReader } from './format.ts';
import type { FileCoverage } from './report.ts';

/** A reader of a format in which every line stands for itself. */
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
      // A line without end is no line of such a report: it must not pile up.
      rest = all.length - from > 65_536 ? '' : all.slice(from);
    },
    end() {
      if (rest) onLine(rest);
      return end();
    },
  };
}
