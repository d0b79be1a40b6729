import { setImmediate as afterWarnings } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parseReport } from './read.ts';

const withDiagnostic = (...lines: string[]) =>
  ['TAP version 13', 'not ok 1 - adds', '  ---', ...lines.map((line) => `  ${line}`), '  ...', '1..1', ''].join('\n');

it.each([
  ['an unknown tag', withDiagnostic("error: 'sum is 4'", 'operator: !perator strictEqual')],
  ['a key that is a list', withDiagnostic("error: 'sum is 4'", '? [a, b]', ': 1')],
])('%s in a diagnostic prints nothing, and the failure counts', async (_, report) => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  try {
    expect(parseReport(report, { roots: ['/project'] })).toMatchObject({
      counts: { total: 1, failed: 1 },
      tests: [{ name: 'adds', message: 'sum is 4' }],
    });
    await afterWarnings();
  } finally {
    process.off('warning', note);
  }
  expect(warnings).toEqual([]);
});
