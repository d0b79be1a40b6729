import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { baselineOf, type Evaluation, evaluate } from './evaluate.ts';
import type { RepairTest, TestOutcome, TestRunner } from './model/model.ts';
import { DID_NOT_END, wholeFile } from './model/whole-file.ts';

const FILE = 'test/a.test.js';
const repairTest = (name: string, status: RepairTest['status'], file = FILE): RepairTest => ({
  id: `${file} › ${name}`,
  file,
  name,
  status,
  message: status === 'failed' ? 'no' : null,
  frames: [],
  covered: null,
});
const timedOutFile = wholeFile(FILE, { message: DID_NOT_END, frames: [] });
const outcome = (tests: RepairTest[], complete = true): TestOutcome => ({
  tests,
  complete,
  reason: complete ? null : 'cut short',
  durationMs: 5,
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jumar-evaluate-'));
  writeFileSync(join(folder, 'a.js'), 'before');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function evaluateRuns(baseline: RepairTest[], ...runs: TestOutcome[]): Promise<Evaluation> {
  const runner: TestRunner = {
    name: 'told',
    survey: async () => outcome(baseline),
    run: async () => {
      expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe('after');
      return runs.shift() as TestOutcome;
    },
  };
  const changes = [{ path: 'a.js', before: 'before', after: 'after' }];
  const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
  const found = await evaluate(changes, 0, scratch, runner, baselineOf(baseline, 5), new AbortController().signal);
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe('before');
  return found;
}

describe('a candidate', () => {
  const other = repairTest('other', 'passed', 'test/b.test.js');
  test.each<[string, RepairTest[], TestOutcome[], Evaluation]>([
    [
      'helped if it fixes the failing test and keeps the others',
      [repairTest('one', 'failed'), other],
      [outcome([repairTest('one', 'passed')]), outcome([other])],
      { verdict: 'helped', fixed: 1 },
    ],
    [
      'did not help if another test is gone',
      [repairTest('one', 'failed'), other],
      [outcome([repairTest('one', 'passed')]), outcome([])],
      { verdict: 'useless', failureChanged: false },
    ],
    [
      'helped if a file that hung completes, whatever its tests are called',
      [timedOutFile, other],
      [outcome([repairTest('one', 'passed'), repairTest('two', 'passed')]), outcome([other])],
      { verdict: 'helped', fixed: 1 },
    ],
    [
      'did not help if the file still hangs',
      [timedOutFile],
      [outcome([repairTest('one', 'passed'), timedOutFile], false)],
      { verdict: 'useless', failureChanged: false },
    ],
    [
      'changed something if the file completes but fails',
      [timedOutFile],
      [outcome([repairTest('one', 'failed')], false)],
      { verdict: 'useless', failureChanged: true },
    ],
    [
      'did not help if the file cannot be loaded',
      [timedOutFile],
      [outcome([wholeFile(FILE, { message: 'SyntaxError', frames: [] })], false)],
      { verdict: 'useless', failureChanged: true },
    ],
  ])('%s', async (_, baseline, runs, expected) => {
    expect(await evaluateRuns(baseline, ...runs)).toEqual(expected);
  });

  test('gets less time if the unchanged program never ended', () => {
    expect(baselineOf([repairTest('one', 'failed')], 0).limitMs).toBeGreaterThan(baselineOf([timedOutFile], 0).limitMs);
    expect(baselineOf([timedOutFile], 10_000).limitMs).toBeGreaterThan(10_000);
  });
});
