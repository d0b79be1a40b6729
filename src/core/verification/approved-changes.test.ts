import { expect, test } from 'vitest';
import { aFinding, judgedLoop } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import type { LoopEvent } from '../state/events.ts';
import type { LoopState } from '../state/state.ts';
import { approvedChanges } from './approved-changes.ts';

const finding = aFinding({
  id: 'g',
  before: { path: 'old.test.js', line: 1 },
  after: { path: 'new.test.js', line: 2 },
});
const pristine = aFinding({ id: 'pristine-c1-abc' });
const flipped = aFinding({ id: 'flipped-abc' });
const loop = judgedLoop([{ score: 0.3, over: { findings: [finding], raised: [pristine, flipped] } }, { score: 0.4 }]);
const recorded = (state: LoopState, event: LoopEvent) => evolve(state, { seq: 99, at: state.lastAt + 1, event });
const answered = (answer: 'approve' | 'reject', ...blockers: string[]): LoopEvent => ({
  type: 'gate-answered',
  answer,
  iteration: 1,
  blockers,
  reason: null,
  by: 'command',
});

test.each<[string, LoopEvent, ReturnType<typeof approvedChanges>]>([
  [
    'what held only with it: all that judges',
    answered('approve', 'finding:pristine-c1-abc'),
    [{ iteration: 1, files: 'judging' }],
  ],
  ['a finding: its files', answered('approve', 'finding:g'), [{ iteration: 1, files: ['old.test.js', 'new.test.js'] }]],
  ['a lost test: the tests', answered('approve', 'lost-test:a'), [{ iteration: 1, files: 'tests' }]],
  ['lost tests: the tests', answered('approve', 'lost-tests:3'), [{ iteration: 1, files: 'tests' }]],
  ['a test that passed although it had to fail: nothing', answered('approve', 'finding:flipped-abc'), []],
  ['another alert: nothing', answered('approve', 'alert:1:coverage_regression'), []],
  ['a rejection: nothing', answered('reject', 'finding:g'), []],
  [
    'a false alarm on what held only with it: the same',
    { type: 'finding-marked', id: 'finding:pristine-c1-abc', falsePositive: true, reason: null },
    [{ iteration: 1, files: 'judging' }],
  ],
])('%s', (_, event, expected) => {
  expect(approvedChanges(recorded(loop, event), 0)).toEqual(expected);
});

test('what came before a tree made by hand no longer counts', () => {
  expect(approvedChanges(recorded(loop, answered('approve', 'finding:g')), 1)).toEqual([]);
});
