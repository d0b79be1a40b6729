import { expect, test } from 'vitest';
import { NO_MUTANTS } from '../metrics/mutants.ts';
import { type TaskFaults, whatFaultsShow } from '../metrics/task-faults.ts';
import { faultsTexts } from './task-faults-text.ts';

const F = { path: 'a.js', line: 3, name: 'f' };

function faults(constants: Partial<TaskFaults['constants']>, over: Partial<TaskFaults> = {}): TaskFaults {
  return {
    constants: { functions: 1, distinguished: 0, passing: [], unwatched: [], ...constants },
    counts: { ...NO_MUTANTS, killed: 3, survived: 1, possible: 9 },
    ...{ survivors: [], unsupported: [], runs: 5, testRunMs: 1000, durationMs: 4200 },
    ...over,
  };
}

const none = { ...NO_MUTANTS, survived: 2 };

test.each<[string, TaskFaults, string | null]>([
  ['all is noticed', faults({ distinguished: 1 }), null],
  [
    'a constant passes',
    faults({ passing: [{ ...F, value: "'a'" }] }),
    "its tests cannot tell f (a.js:3) from one that always returns 'a': two different expected values are needed, each for another input",
  ],
  [
    'two constants pass, one of them for a function without a name',
    faults({
      passing: [
        { ...F, name: '', value: '5' },
        { ...F, value: '5' },
      ],
    }),
    'its tests cannot tell the function at a.js:3 and 1 more from one that always returns 5: two different expected values are needed, each for another input',
  ],
  ['no small fault is noticed', faults({}, { counts: none }), 'its tests pass whatever is altered in the change'],
  ['no small fault is noticed, but constants are', faults({ distinguished: 1 }, { counts: none }), null],
  ['no fault could be made', faults({}, { counts: NO_MUTANTS }), null],
  ['nothing was measured', faults({}, { counts: none, problem: 'not supported in Go' }), null],
  ['a function that no test needs is not held against them', faults({ unwatched: [F] }), null],
])('%s', (_, one, missing) => {
  expect(whatFaultsShow(one)).toBe(missing);
});

test('what was noticed and what it cost, in lines', () => {
  expect(faultsTexts(faults({ functions: 2, distinguished: 1, unwatched: [F] }))).toEqual([
    'results replaced by constants: noticed for 1 of 2 functions',
    'small faults in the change: 3 of 4 noticed; 4.2 s, 4.2 × a test run',
    'no test needs f (a.js:3)',
  ]);
  const unsupported = [{ reason: 'mutants are not supported in Go', count: 1, paths: ['a.go'] }];
  expect(faultsTexts(faults({ functions: 0 }, { counts: NO_MUTANTS, testRunMs: null, unsupported }))).toEqual([
    'small faults in the change: none could be judged; 4.2 s',
    '1 file not measured: mutants are not supported in Go',
  ]);
  expect(faultsTexts(faults({}, { problem: 'no Go' }))).toEqual(['faults in the change: not measured (no Go)']);
});
