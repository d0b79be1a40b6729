import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/project.ts';

const script = fileURLToPath(new URL('../bench/stopping.mjs', import.meta.url));

/** A recorded run: the code of each iteration and how many of four visible tests it passes. */
function recorded(uid: string, ...iterations: [code: string, passed: number][]) {
  return {
    uid,
    iterations: iterations.map(([code]) => ({ code })),
    measured: iterations.map(([, passed]) => ({ visible: [passed, 4], hidden: [0, 9] })),
  };
}

function policyOf(...rows: object[]): unknown[] {
  const folder = temporaryFolder();
  const [input, output] = [join(folder, 'trajectories.jsonl'), join(folder, 'policy.jsonl')];
  writeFileSync(input, rows.map((row) => JSON.stringify(row)).join('\n'));
  execFileSync(process.execPath, [script, input, output]);
  return readFileSync(output, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('recorded runs are judged by the rules of a loop: where it would stop, and what it would select', () => {
  const solved = recorded('solved', ['a', 1], ['b', 4], ['c', 4]);
  const circle: [string, number][] = [
    ['a', 2],
    ['b', 2],
  ];
  const circling = recorded('circling', ...circle, ...circle, ...circle, ...circle);
  const climbing = recorded('climbing', ['a', 1], ['b', 2], ['c', 3]);
  const policy = policyOf(solved, circling, climbing);
  expect(policy).toMatchObject([
    { uid: 'solved', stop_at: 2, selected: 2, rule: 'criteria-hold' },
    { uid: 'circling', selected: 1 },
    { uid: 'climbing', stop_at: 3, selected: 3 },
  ]);
  expect((policy[1] as { stop_at: number }).stop_at).toBeLessThan(8);
});

test('hidden results change nothing', () => {
  const row = recorded('x', ['a', 2], ['b', 3], ['b', 3], ['b', 3], ['c', 4]);
  const told = { ...row, measured: row.measured.map((one) => ({ ...one, hidden: [9, 9] })), solved: true };
  expect(policyOf(told)).toEqual(policyOf(row));
});

test('parameters of a fold are chosen on the others, and lost runs name their rule', async () => {
  const { foldsReport } = (await import(join(script, '../stopping-folds.mjs'))) as {
    foldsReport(runs: object[]): string;
  };
  const run = (model: string, bench: string, ...codes: string[]) => ({
    ...{ uid: `${model} ${bench}`, model, bench, task_id: bench },
    iterations: codes.map((code) => ({ code })),
    measured: codes.map((code) => ({ visible: [1, 4], hidden: [code === 'right' ? 9 : 0, 9, 'ok'] })),
  });
  const late = ['a', 'b', 'b', 'b', 'right'];
  const never = ['a', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b'];
  const report = foldsReport([
    ...['gpt-4', 'starcoder'].map((model) => run(model, 'mbpp', ...late)),
    ...['gpt-4', 'starcoder'].map((model) => run(model, 'humaneval', ...never)),
  ]);
  const row = report.split('\n').find((line) => line.startsWith('| gpt-4 |'));
  expect(row).toMatch(/^\| gpt-4 \| 2 \| 15 \| .*, 1\/1 \| same-tree 4\/5 \| maxSameTree 4 \| .*, 0\/1 \| – \|$/);
  expect(report).toContain('gpt-4, mbpp, by `same-tree` at iteration 4 of 5');
});
