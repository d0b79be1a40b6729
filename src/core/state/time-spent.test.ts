import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoredRecords } from '../../../test/support/scored-loop.ts';
import { fold } from '../fold.ts';
import type { LoopState } from './state.ts';

test('the parts of the time sum up to the running time, however long each took', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 40, maxLength: 40 }), (gaps) => {
      let at = 0;
      const records = scoredRecords({ iterations: [{ score: 0.5 }, { score: 0.6 }] }).map((record, index) => {
        at += gaps[index] ?? 0;
        return { ...record, at };
      });
      const state = fold(records) as LoopState;
      expect(Object.values(state.time).reduce((sum, ms) => sum + ms, 0)).toBe(state.activeMs);
      expect(state.iterations.reduce((sum, { time }) => sum + time.agents, 0)).toBe(state.time.agents);
    }),
    { numRuns: 50 },
  );
});

test('time goes to what ended with an event', () => {
  const records = scoredRecords({ iterations: [{ score: 0.5 }] });
  const at = (type: string) =>
    records.find(({ event }) => event.type === type && 'iteration' in event && event.iteration === 1);
  const index = records.indexOf(at('agent-finished') as (typeof records)[number]);
  const later = records.map((record, n) => (n < index ? record : { ...record, at: record.at + 30_000 }));
  const [before, after] = [fold(records) as LoopState, fold(later) as LoopState];
  expect(after.iterations[1]?.time.agents).toBe((before.iterations[1]?.time.agents ?? 0) + 30_000);
  expect(after.time).toEqual({ ...before.time, agents: before.time.agents + 30_000 });
});

test('a pause is nobody’s time', () => {
  const later = [
    { type: 'loop-paused', cause: 'request' },
    { type: 'session-started', pid: 2, resumed: true },
  ] as const;
  const records = scoredRecords({ iterations: [{ score: 0.5 }], later });
  const [last] = records.slice(-1);
  const long = records.map((record) => (record === last ? { ...record, at: record.at + 3_600_000 } : record));
  expect((fold(long) as LoopState).time).toEqual((fold(records) as LoopState).time);
});
