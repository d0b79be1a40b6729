import { summaries, type TestRunner, toCounts } from './runner.ts';

const SUMMARY = new RegExp(
  ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']
    .map((name) => (name === 'suites' ? '(?:(?:#|ℹ) suites \\d+\\n)?' : `(?:#|ℹ) ${name} (\\d+)\\n`))
    .join('')
    .replace(/^/, '^')
    .concat('(?:#|ℹ) duration_ms'),
  'gm',
);

/**
 * Both of node's reporters, `spec` and `tap`. A file that registers no test, or ends the process before its tests have
 * run, is reported as one passed test with the file's name. Those are subtracted, because no test ran in them.
 */
export const nodeTest: TestRunner = {
  name: 'node:test',
  readSummaries(text) {
    let from = 0;
    return summaries(text, SUMMARY, (match) => {
      const [, , pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0] = match.map(Number);
      const files = testlessFiles(text.slice(from, match.index));
      from = match.index;
      return { counts: toCounts(Math.max(0, pass - files), fail + cancelled, skipped + todo) };
    });
  },
};

const TAP_FILE = /^# Subtest: (\/.+|\S+\.[cm]?[jt]sx?)\nok \d+ - \1$/gm;
const SPEC_FILE = /^✔ (\/.+|\S+)\.[cm]?[jt]sx? \([\d.]+ms\)$/gm;

function testlessFiles(text: string): number {
  const suites = new Set(text.match(/^▶ .+$/gm));
  const fileLines = [...text.matchAll(SPEC_FILE)].filter(
    ([line]) => !suites.has(`▶ ${line.slice(2, line.lastIndexOf(' ('))}`),
  );
  return fileLines.length + (text.match(TAP_FILE)?.length ?? 0);
}
