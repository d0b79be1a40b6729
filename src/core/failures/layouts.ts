import { blocks, blocksBefore } from './blocks.ts';
import type { Block, Layout } from './failure.ts';
import { goBlocks } from './go.ts';
import { tapBlocks } from './tap.ts';

/** Where two layouts claim the same lines, the one that stands first has them. */
export const layouts: readonly Layout[] = [
  {
    runner: 'vitest',
    find: blocks({ opens: /^ FAIL {2}(\S.* (?:>|\[) .+)$/, ends: /^⎯+\[\d+\/\d+\]⎯$|^ +Test Files {2}/ }),
  },
  {
    runner: 'jest',
    find: blocks({
      opens: /^ {2}● (?!Console$)(.+)$/,
      ends: /^ ?(?:Test Suites: |PASS |FAIL |Summary of all failing tests| {2}● Console$)/,
    }),
  },
  {
    runner: 'playwright',
    find: blocks({ opens: /^ {2}\d+\) (.+?) ─+$/, ends: /^ {2}\d+ (?:failed|passed|flaky|skipped|did not run)/ }),
  },
  {
    runner: 'mocha',
    find: blocks({ after: /^ {2}\d+ failing$/, opens: /^ {2}\d+\) (.+)$/, ends: /^\S+@\S+ |^npm ERR!/ }),
  },
  {
    runner: 'node:test',
    find: blocks({ after: /^✖ failing tests:$/, opens: /^✖ (.+?)(?: \([\d.]+m?s\))?$/, ends: /^(?:test at |ℹ |# )/ }),
  },
  {
    runner: 'rspec',
    find: blocks({ after: /^Failures:$/, opens: /^ {2}\d+\) (.+)$/, ends: /^Finished in / }),
  },
  {
    runner: 'jasmine',
    find: blocks({ after: /^Failures:$/, opens: /^\d+\) (.+)$/, ends: /^\d+ specs?, / }),
  },
  {
    runner: 'phpunit',
    find: blocks({
      opens: /^\d+\) (\S+::.+)$/,
      ends: /^(?:--|ERRORS!|FAILURES!|WARNINGS!|There (?:was|were) \d+ .*:)$/,
    }),
  },
  {
    runner: 'pytest',
    find: blocks({
      after: /^=+ (?:FAILURES|ERRORS) =+$/,
      opens: /^_{3,} (?:ERROR (?:at \w+ of|collecting) )?(.+?) _{3,}$/,
      ends: /^=+ .+ =+$/,
    }),
    keep: /^(?:E {2,}|>\s|\S+:\d+: )/,
  },
  {
    runner: 'unittest',
    find: blocks({ after: /^={70}$/, opens: /^(?:FAIL|ERROR): (.+)$/, ends: /^={70}$|^Ran \d+ tests? in / }),
  },
  {
    runner: 'cargo',
    find: blocks({ opens: /^---- (.+) stdout ----$/, ends: /^(?:failures:|test result: .*)$/ }),
  },
  {
    runner: 'maven',
    find: blocks({
      opens: /^\[ERROR\] +(\S+)(?: --|\(\S+\)) .*<<< (?:FAILURE|ERROR)!$/,
      ends: /^$|^\[(?:INFO|ERROR|WARNING)\]/,
    }),
  },
  { runner: 'go', find: goBlocks },
  { runner: 'bun', find: blocksBefore(/^\((?:pass|fail|skip|todo)\) |^\S+:$/, /^\(fail\) (.+?)(?: \[[\d.]+ms\])?$/) },
  { runner: 'uvu', find: blocks({ opens: /^ {2,3}FAIL {2}"(.+)"$/, ends: /^ {2}Total: / }) },
  { runner: 'ava', find: avaBlocks },
  { runner: 'tap', find: tapBlocks },
];

/** AVA sets failures apart by blank lines below a short rule; nothing else marks their titles. */
function avaBlocks(lines: readonly string[]): Block[] {
  const rule = lines.findIndex((line) => /^ {2}─$/.test(line));
  if (rule === -1) return [];
  const last = lines.findLastIndex((line) => /^ {2}─$/.test(line));
  const found: Block[] = [];
  for (let index = rule + 1; index < last; index++) {
    const before = [lines[index - 1], lines[index - 2]];
    const title = /^ {2}(\S.*)$/.exec(lines[index] ?? '')?.[1];
    if (title === undefined || before[0] !== '' || (before[1] !== '' && index - 2 !== rule)) continue;
    const open = found.at(-1);
    if (open) open.end = index;
    found.push({ start: index, end: last, name: title });
  }
  return found;
}
