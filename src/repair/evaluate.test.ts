import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noLonger } from './deadline.ts';
import { baselineOf, type Evaluation, evaluate } from './evaluate.ts';
import type { RepairTest, TestOutcome, TestRunner } from './model/model.ts';
import { DID_NOT_END, wholeFile } from './model/whole-file.ts';
import { tryFailingAlone } from './warm-up.ts';

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
  const found = await evaluate(
    changes,
    0,
    scratch,
    runner,
    baselineOf(baseline, 5),
    noLonger(new AbortController().signal),
  );
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

  test('of a file that is gone is skipped, and nothing runs', async () => {
    rmSync(join(folder, 'a.js'));
    const runner: TestRunner = {
      name: 'none',
      survey: async () => outcome([]),
      run: () => Promise.reject(new Error('no')),
    };
    const changes = [{ path: 'a.js', before: 'before', after: 'after' }];
    const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
    const { signal } = new AbortController();
    expect(await evaluate(changes, 0, scratch, runner, baselineOf([], 5), noLonger(signal))).toEqual({
      verdict: 'gone',
    });
    expect(existsSync(join(folder, 'a.js'))).toBe(false);
  });

  describe('that fixes the failing test as the time is up', () => {
    const fixedAtTheEnd = async (ends: 'in time' | 'too late') => {
      const [searching, verifying] = [new AbortController(), new AbortController()];
      let held = false;
      const deadline = {
        search: searching.signal,
        verify: verifying.signal,
        hold: () => {
          held = true;
        },
        isHeld: () => held,
      };
      const runner: TestRunner = {
        name: 'slow',
        survey: async () => outcome([]),
        run: async (_, { files }, __, signal) => {
          searching.abort();
          if (files.includes(FILE)) return outcome([repairTest('one', 'passed')]);
          expect(signal.aborted).toBe(false);
          if (ends === 'in time') return outcome([other]);
          verifying.abort();
          return outcome([], false);
        },
      };
      const changes = [{ path: 'a.js', before: 'before', after: 'after' }];
      const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
      const baseline = baselineOf([repairTest('one', 'failed'), other], 5);
      const found = await evaluate(changes, 0, scratch, runner, baseline, deadline);
      return { found, held };
    };

    test('is verified a little longer', async () => {
      expect(await fixedAtTheEnd('in time')).toEqual({ found: { verdict: 'helped', fixed: 1 }, held: true });
    });

    test('is not said to help if that takes too long, nor that it does not', async () => {
      expect(await fixedAtTheEnd('too late')).toEqual({ found: { verdict: 'cancelled', fixed: 1 }, held: true });
    });
  });

  test('gets less time if the unchanged program never ended', () => {
    expect(baselineOf([repairTest('one', 'failed')], 0).limitMs).toBeGreaterThan(baselineOf([timedOutFile], 0).limitMs);
    expect(baselineOf([timedOutFile], 10_000).limitMs).toBeGreaterThan(10_000);
  });

  const alone = { ...baselineOf([repairTest('one', 'failed'), repairTest('two', 'passed')], 5), failsAlone: true };
  const judgeAlone = async (isSilent: boolean, ...runs: TestOutcome[]) => {
    const plans: (readonly string[] | null)[] = [];
    const runner: TestRunner = {
      name: 'told',
      survey: async () => outcome([]),
      run: async (_, { only }) => {
        plans.push(only ? [...only] : null);
        return runs.shift() as TestOutcome;
      },
    };
    const changes = [{ path: 'a.js', before: 'before', after: 'after' }];
    const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
    const baseline = { ...alone, isSilent };
    return {
      found: await evaluate(changes, 0, scratch, runner, baseline, noLonger(new AbortController().signal)),
      plans,
    };
  };

  test('is done with once the failing tests alone fail as before', async () => {
    const same = outcome([repairTest('one', 'failed')], false);
    const [seen, silent] = [await judgeAlone(false, same), await judgeAlone(true, same)];
    expect(seen).toEqual({ found: { verdict: 'useless', failureChanged: false }, plans: [[`${FILE} › one`]] });
    expect(silent.found).toEqual({ verdict: 'useless', failureChanged: true });
  });

  test('has to pass the rest of their files, too', async () => {
    const fixed = repairTest('one', 'passed');
    const breaks = await judgeAlone(false, outcome([fixed]), outcome([fixed, repairTest('two', 'failed')], false));
    expect(breaks).toEqual({ found: { verdict: 'useless', failureChanged: false }, plans: [[`${FILE} › one`], null] });
    const helps = await judgeAlone(false, outcome([fixed]), outcome([fixed, repairTest('two', 'passed')]));
    expect(helps.found).toEqual({ verdict: 'helped', fixed: 1 });
  });
});

test.each<[string, Partial<RepairTest>, boolean]>([
  ['alone they fail as among others', {}, true],
  ['alone they fail otherwise', { message: 'other' }, false],
  ['alone they pass', { status: 'passed', message: null }, false],
])('the failing tests come first if %s', async (_, changed, failsAlone) => {
  const tests = [repairTest('one', 'failed'), repairTest('two', 'passed')];
  const runner: TestRunner = {
    name: 'told',
    selects: true,
    survey: async () => outcome(tests),
    run: async (_, { only }) => outcome(only ? [{ ...tests[0], ...changed } as RepairTest] : tests),
  };
  const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
  const { signal } = new AbortController();
  const found = await tryFailingAlone(scratch, runner, baselineOf(tests, 5), signal);
  expect(found.failsAlone).toBe(failsAlone);
  const unable = await tryFailingAlone(scratch, { ...runner, selects: false }, baselineOf(tests, 5), signal);
  expect(unable.failsAlone).toBe(false);
});

test('a file that cannot be loaded is tried whole: nobody knows the names of its tests yet', async () => {
  const unloaded = wholeFile(FILE, { message: 'no such module', frames: [] });
  const runner: TestRunner = {
    name: 'told',
    selects: true,
    survey: async () => outcome([unloaded]),
    run: async () => outcome([unloaded]),
  };
  const scratch = { cwd: folder } as Parameters<typeof evaluate>[2];
  const found = await tryFailingAlone(scratch, runner, baselineOf([unloaded], 5), new AbortController().signal);
  expect(found.failsAlone).toBe(false);
});
