import { expect, test } from 'vitest';
import { mishapIn, mishapsAfter } from './mishaps.ts';

const hook = { iteration: 1, reason: 'exit 3', durationMs: 1, outputFile: 'hooks/on-stop.log' };
const guarded = { type: 'diff-guarded' as const, iteration: 2, findings: [], count: 0, file: null, durationMs: 1 };

test.each([
  [
    { type: 'notified', about: 'end', channel: 'webhook', problem: 'it answered 500' } as const,
    'notification about the end failed: webhook: it answered 500',
  ],
  [
    { type: 'notified', about: 'gate', channel: 'command', problem: 'it took too long' } as const,
    'notification about the question failed: notify command: it took too long',
  ],
  [{ type: 'notified', about: 'end', channel: 'webhook', problem: null } as const, null],
  [
    { type: 'hook-finished', hook: 'onStop', ok: false, ...hook } as const,
    'the onStop hook failed: exit 3 (hooks/on-stop.log)',
  ],
  [{ type: 'hook-finished', hook: 'onStop', ok: true, ...hook } as const, null],
  [{ ...guarded, problem: 'it ran out of memory' }, 'the guard could not judge iteration 2: it ran out of memory'],
  [{ ...guarded, problem: null }, null],
])('%j', (event, words) => {
  expect(mishapIn(event)).toBe(words);
});

test('the same mishap is listed once, at its last time, and their number stays bounded', () => {
  const failed = { type: 'hook-finished', hook: 'preIteration', ok: false, ...hook } as const;
  const twice = mishapsAfter(mishapsAfter([], failed, 1), failed, 2);
  expect(twice).toEqual([{ at: 2, what: expect.stringContaining('preIteration') }]);
  const many = Array.from({ length: 50 }, (_, n) => ({ ...guarded, iteration: n, problem: 'no' }));
  const remaining = many.reduce((all, event, at) => mishapsAfter(all, event, at), twice);
  expect(remaining).toHaveLength(20);
  expect(remaining.at(-1)?.what).toContain('iteration 49');
});
