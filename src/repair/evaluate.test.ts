import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { baselineOf, type Evaluation, evaluate } from './evaluate.ts';
import type { RepairTest, TestOutcome, TestRunner } from './model.ts';
import { DID_NOT_END, wholeFile } from './whole-file.ts';

const FILE = 'test/a.test.js';
const told = (name: string, status: RepairTest['status'], file = FILE): RepairTest => ({
  id: `${file} › ${name}`,
  file,
  name,
  status,
  message: status === 'failed' ? 'no' : null,
  frames: [],
  covered: null,
});
const hung = wholeFile(FILE, { message: DID_NOT_END, frames: [] });
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

async function tried(baseline: RepairTest[], ...runs: TestOutcome[]): Promise<Evaluation> {
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
  const other = told('other', 'passed', 'test/b.test.js');
  test.each<[string, RepairTest[], TestOutcome[], Evaluation]>([
    [
      'that mends the failing test and keeps the others helped',
      [told('one', 'failed'), other],
      [outcome([told('one', 'passed')]), outcome([other])],
      { verdict: 'helped', fixed: 1 },
    ],
    [
      'after which another test is gone did not',
      [told('one', 'failed'), other],
      [outcome([told('one', 'passed')]), outcome([])],
      { verdict: 'useless', moved: false },
    ],
    [
      'with which a file that hung comes to its end helped, whatever its tests are called',
      [hung, other],
      [outcome([told('one', 'passed'), told('two', 'passed')]), outcome([other])],
      { verdict: 'helped', fixed: 1 },
    ],
    [
      'with which it still hangs did not',
      [hung],
      [outcome([told('one', 'passed'), hung], false)],
      { verdict: 'useless', moved: false },
    ],
    [
      'with which it ends and is wrong moved something',
      [hung],
      [outcome([told('one', 'failed')], false)],
      { verdict: 'useless', moved: true },
    ],
    [
      'that makes the file unloadable did not',
      [hung],
      [outcome([wholeFile(FILE, { message: 'SyntaxError', frames: [] })], false)],
      { verdict: 'useless', moved: true },
    ],
  ])('%s', async (_, baseline, runs, expected) => {
    expect(await tried(baseline, ...runs)).toEqual(expected);
  });

  test('may take less time where the unchanged program never ended', () => {
    expect(baselineOf([told('one', 'failed')], 0).limitMs).toBeGreaterThan(baselineOf([hung], 0).limitMs);
    expect(baselineOf([hung], 10_000).limitMs).toBeGreaterThan(10_000);
  });
});
