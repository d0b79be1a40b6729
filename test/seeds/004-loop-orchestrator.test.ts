import { expect } from 'vitest';
import type { EventOf } from '../../src/core/state/events.ts';
import { detectTaskType, taskTypes } from '../../src/core/state/task-type.ts';
import { currentLoop } from '../../src/faces/reports/current-loop.ts';
import { endText } from '../../src/faces/reports/end.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed004 } from './004.rows.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed004);

const reflected: EventOf<'iteration-reflected'> = {
  type: 'iteration-reflected',
  iteration: 1,
  summary: { text: 'it failed', source: 'rules' },
  problem: null,
  spent: null,
  reflection: {
    kind: 'assertion',
    signature: 's',
    whatFailed: '1 test failed.',
    why: 'The time zone is ignored.',
    whatToTry: 'Compare dates in UTC.',
    failing: [],
    fixed: [],
    broken: [],
    files: [],
    repeats: [],
    source: 'rules',
  },
  durationMs: 0,
};

const limited = scoredLoop({
  iterations: [{ score: 0.5, next: [reflected] }],
  ended: { ending: 'iteration-limit', reason: '1 of 1 iterations used' },
});

story('task-types', () => {
  const types = [
    'Fix failing tests',
    'Fix TypeScript errors',
    'Fix all lint errors',
    'Convert to ESM',
    'Rename parseDate across the codebase',
    'Add tests for coverage',
    'Scaffold new project',
  ].map((task) => detectTaskType(task).type);
  expect(types).toEqual(['test-fix', 'type-fix', 'lint', 'migration', 'refactor', 'coverage', 'greenfield']);
});

story('typical-iterations', () => {
  const typical = Object.fromEntries(Object.entries(taskTypes).map(([type, one]) => [type, one.typicalIterations]));
  expect(typical).toEqual({
    'test-fix': [2, 5],
    'type-fix': [3, 8],
    lint: [2, 4],
    migration: [5, 15],
    refactor: [3, 10],
    coverage: [5, 20],
    greenfield: [10, 30],
  });
});

story('current-loop', () => {
  expect(currentLoop(limited)).toMatchObject({
    active: true,
    task: 'fix the tests',
    completion: 'npm test exits 0',
    maxIterations: 10,
    currentIteration: 1,
    timeoutMinutes: 60,
    iterations: [
      {
        number: 1,
        action: 'changed a.js',
        result: 'the criteria do not hold yet',
        learnings: '1 test failed. The time zone is ignored. Compare dates in UTC.',
      },
    ],
    lastResult: 'the criteria do not hold yet',
  });
});

story('limit-options', () => {
  const text = endText(limited);
  expect(text).toContain('Jumar: LIMIT REACHED');
  expect(text).toContain('resume  jumar resume fix-tests-00000000 --max-iterations 20');
  expect(text).toContain('abort   jumar abort fix-tests-00000000 --revert');
});

story('acceptance', () => {
  expect(endText(limited)).toContain('score 0.50, below the acceptance of 0.70');
  const good = scoredLoop({ iterations: [{ score: 0.8 }], ended: { ending: 'stalled', reason: 'r' } });
  expect(endText(good)).not.toContain('below the acceptance');
});

story('infinite-loop', () => {
  const decision = {
    action: 'stop',
    rule: 'cycling',
    reason: 'the tree of iteration 2 has come back 2 times',
  } as const;
  const state = scoredLoop({ iterations: [{ score: 0.5, decision }] });
  expect(state.iterations.at(-1)?.alerts).toMatchObject([
    {
      type: 'infinite_loop',
      severity: 'critical',
      message: 'Infinite loop detected: the tree of iteration 2 has come back 2 times',
    },
  ]);
});

story('learnings', () => {
  expect(endText(limited)).toMatch(/#1 why {3}The time zone is ignored\.\n +next {2}Compare dates in UTC\./);
});
