import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { agentStarted, testsVerdict } from '../../testing/builders.ts';
import type { LoopEvent } from '../state/events.ts';
import { overviewOf } from './overview.ts';

const baseline = { score: 0.2, verdicts: [testsVerdict(1, 3)] };
const iterations = [{ score: 0.5, verdicts: [testsVerdict(2, 3)] }];
const gate: LoopEvent = { type: 'gate-opened', iteration: 1, question: 'go on?', blockers: [], timeoutMinutes: 1 };

test.each<[string, LoopEvent[], object]>([
  ['after an iteration', [], { kind: 'judged', iteration: 1 }],
  ['an agent works', [agentStarted(2)], { kind: 'agent', iteration: 2 }],
  [
    'every agent waits',
    [{ type: 'wait-started', agent: 'claude', until: 5, reason: 'limit' }],
    { kind: 'waits', agent: 'claude', until: 5 },
  ],
  ['a person is asked', [gate], { kind: 'asks' }],
])('the phase: %s', (_, later, phase) => {
  expect(overviewOf(scoredLoop({ baseline, iterations, later })).phase).toEqual(phase);
});

test('the last iteration with its tests before and now', () => {
  const { last } = overviewOf(scoredLoop({ baseline, iterations, later: [agentStarted(2)] }));
  expect(last).toEqual({
    n: 1,
    tests: { total: 3, passed: 2, failed: 1, skipped: 0, before: 1, partial: false },
    reason: 'the criteria do not hold yet',
  });
});

test('the size does not grow with the loop', () => {
  const many = Array.from({ length: 200 }, () => iterations[0] as (typeof iterations)[0]);
  const size = (of: object) => JSON.stringify(of).length;
  expect(size(overviewOf(scoredLoop({ baseline, iterations: many })))).toBeLessThan(
    size(overviewOf(scoredLoop({ baseline, iterations }))) + 10,
  );
});
