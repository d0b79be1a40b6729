/** The counts in a runner's own summary, read with one expression each and nothing of Jumar's parsers. */
export function printedCounts(runner, output) {
  const text = output.replace(/\x1b\[[\d;]*m/g, '');
  const counts = readers[runner]?.(text) ?? null;
  return counts && { ...counts, total: counts.passed + counts.failed + counts.skipped };
}

const number = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0);

const readers = {
  mocha: (text) =>
    / passing/.test(text) && {
      passed: number(text, /^\s+(\d+) passing/m),
      failed: number(text, /^\s+(\d+) failing/m),
      skipped: number(text, /^\s+(\d+) pending/m),
    },
  vitest(text) {
    const line = /^\s+Tests\s+(.*)$/m.exec(text)?.[1];
    return (
      line && {
        passed: number(line, /(\d+) passed/),
        failed: number(line, /(\d+) failed/),
        skipped: number(line, /(\d+) skipped/) + number(line, /(\d+) todo/),
      }
    );
  },
  jest(text) {
    const line = /^Tests:\s+(.*)$/m.exec(text)?.[1];
    return (
      line && {
        passed: number(line, /(\d+) passed/),
        failed: number(line, /(\d+) failed/),
        skipped: number(line, /(\d+) skipped/) + number(line, /(\d+) todo/),
      }
    );
  },
  /** Tape counts assertions; one that is skipped is among those that pass. */
  tape: (text) =>
    /^# tests \d+/m.test(text) && {
      passed: number(text, /^# pass\s+(\d+)/m) - (text.match(/^ok .*# SKIP/gm)?.length ?? 0),
      failed: number(text, /^# fail\s+(\d+)/m),
      skipped: text.match(/^ok .*# SKIP/gm)?.length ?? 0,
    },
  'node:test': (text) =>
    /^# tests \d+/m.test(text) && {
      passed: number(text, /^# pass (\d+)/m),
      failed: number(text, /^# fail (\d+)/m) + number(text, /^# cancelled (\d+)/m),
      skipped: number(text, /^# skipped (\d+)/m) + number(text, /^# todo (\d+)/m),
    },
  /** An expected failure is no pass and no failure. */
  pytest(text) {
    const line = /^=* ?((?:\d+ \w+,? ?)+) in [\d.]+s/m.exec(text)?.[1];
    return (
      line && {
        passed: number(line, /(\d+) passed/) + number(line, /(\d+) xpassed/),
        failed: number(line, /(\d+) failed/) + number(line, /(\d+) error/),
        skipped: number(line, /(\d+) skipped/) + number(line, /(\d+) xfailed/),
      }
    );
  },
  /** With -v every test and subtest ends with a line of its own. */
  go: (text) =>
    /^ok |^FAIL/m.test(text) && {
      passed: text.match(/^\s*--- PASS: /gm)?.length ?? 0,
      failed: text.match(/^\s*--- FAIL: /gm)?.length ?? 0,
      skipped: text.match(/^\s*--- SKIP: /gm)?.length ?? 0,
    },
};
