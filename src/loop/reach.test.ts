import { expect, test } from 'vitest';
import type { Reach } from '../core/metrics/reach.ts';
import type { TestStatus } from '../core/metrics/tests.ts';
import type { IterationState } from '../core/state/state.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { keepReach, reachOf } from './reach.ts';

const A: Reach = { 'web/a.test.js': { 'a.js': '1-9', 'b.js': '3' }, 'web/b.test.js': { 'a.js': '1-9' }, '': {} };
const B: Reach = { 'web/a.test.js': {} };

async function storedReach(...reaches: (Reach | null)[]) {
  const { ports } = fakeWorld({ start: '', agent: (_, tree) => tree, check: () => [] });
  const iterations: IterationState[] = [];
  for (const [n, reach] of reaches.entries()) {
    const reachFile = reach && (await keepReach(n, reach, ports));
    iterations.push({ n, ...(reachFile && { reachFile }) } as IterationState);
  }
  const [before, after] = iterations as [IterationState, IterationState];
  return (tests: Record<string, TestStatus>) => reachOf(before, after, new Map(Object.entries(tests)), ports);
}

test('what was reached comes back as it was, and a file that fails now says nothing of before', async () => {
  const between = await storedReach(A, B);
  expect(await between({})).toEqual({ before: A, after: B });
  const { 'web/a.test.js': _, ...others } = A;
  expect(await between({ 'a.test.js › one': 'passed', 'a.test.js › two': 'failed' })).toEqual({
    before: others,
    after: B,
  });
});

test('an iteration of which it is not known compares with nothing', async () => {
  expect(await (await storedReach(null, B))({})).toBeNull();
  expect(await (await storedReach(A, null))({})).toBeNull();
});
