import { expect } from 'vitest';
import { fold } from '../../src/core/fold.ts';
import { relevantReflections } from '../../src/core/reflection/relevance.ts';
import type { EventOf } from '../../src/core/state/events.ts';
import type { LoopState } from '../../src/core/state/state.ts';
import { detectTaskType, type TaskType, taskTypes } from '../../src/core/state/task-type.ts';
import { endText } from '../../src/faces/reports/end.ts';
import { runLoop } from '../../src/loop/run-loop.ts';
import { aVerdict, loopCreated, theSettings } from '../../src/testing/builders.ts';
import { fakeWorld } from '../../src/testing/fake-world.ts';
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

story('limit-options', () => {
  const text = endText(limited);
  expect(text).toContain('Jumar: LIMIT REACHED');
  expect(text).toContain('resume  jumar resume fix-tests-00000000 --max-iterations 20');
  expect(text).toContain('or      jumar config set limits.maxIterations 20 && jumar resume fix-tests-00000000');
  expect(text).toContain('abort   jumar abort fix-tests-00000000 --revert');
});

story('learnings', () => {
  expect(endText(limited)).toMatch(
    /#1 {2}what {2}1 test failed\n +why {3}The time zone is ignored\.\n +next {2}Compare dates in UTC\./,
  );
});

story('relevance', () => {
  const about = (iteration: number, test: string): EventOf<'iteration-reflected'> => ({
    ...reflected,
    iteration,
    reflection: { ...reflected.reflection, signature: test, failing: [test] },
  });
  const failing = (name: string) => [aVerdict({ failures: [{ name, message: `${name} failed`, location: null }] })];
  const state = scoredLoop({
    iterations: [
      { score: 0.5, verdicts: failing('dates'), next: [about(1, 'dates')] },
      { score: 0.6, verdicts: failing('sums'), next: [about(2, 'sums')] },
    ],
  });
  expect(
    relevantReflections({ ...state, start: { iteration: 2 } as LoopState['start'] }).map(
      ({ iteration }) => iteration.n,
    ),
  ).toEqual([2]);
});

/** How many learnings each prompt had, in a loop of eight attempts at a task of this type that fail differently. */
async function learningsPrompted(taskType: TaskType): Promise<number[]> {
  const world = fakeWorld({
    start: 'start',
    agent: (n) => `attempt ${WORDS[n]}`,
    check: (tree) => [aVerdict({ failures: [{ name: 'dates', message: `wrong after ${tree}`, location: null }] })],
  });
  const rules = { off: ['regression', 'stalled', 'stuck', 'cycling'] };
  const settings = theSettings({ limits: { maxIterations: 8 }, rules });
  await world.ports.log.append(loopCreated({ taskType, settings }));
  await world.ports.log.append({ type: 'session-started', pid: 1, resumed: false });
  await runLoop(fold(world.records) as LoopState, world.ports, new AbortController().signal, () => {});
  return world.world.launches.map(({ prompt }) => prompt.split('- What failed: ').length - 1);
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

story('windows', async () => {
  const windows: Record<TaskType, number> = {
    'test-fix': 2,
    'type-fix': 2,
    lint: 1,
    migration: 3,
    refactor: 3,
    coverage: 5,
    greenfield: 5,
  };
  for (const [type, window] of Object.entries(windows)) {
    const expected = [0, 1, 2, 3, 4, 5, 6, 7].map((before) => Math.min(before, window));
    expect(await learningsPrompted(type as TaskType), type).toEqual(expected);
  }
});

story('window-setting', () => {
  const about = (iteration: number): EventOf<'iteration-reflected'> => ({
    ...reflected,
    iteration,
    reflection: { ...reflected.reflection, signature: String(iteration) },
  });
  const shown = (settings: Parameters<typeof theSettings>[0]) =>
    relevantReflections(
      scoredLoop({
        created: { settings: theSettings(settings) },
        iterations: [1, 2, 3, 4].map((n) => ({ score: 0.5, next: [about(n)] })),
      }),
    ).length;
  expect(shown({})).toBe(2);
  expect(shown({ memory: { window: 4 } })).toBe(4);
});
