import { expect, it } from 'vitest';
import { aVerdict, played } from '../../testing/builders.ts';
import { ownFigures, ownTimes } from './own-figures.ts';

const verdicts = [aVerdict()];

it('reports the time of measuring, guarding and deciding, and their share of the iterations', () => {
  const state = played({ tree: 'a', verdicts }, [
    { tree: 'b', verdicts },
    { tree: 'c', verdicts },
    { tree: 'under way', verdicts },
  ]);
  const timed = {
    ...state,
    iterations: state.iterations.map((iteration) => ({
      ...iteration,
      startedAt: 0,
      endedAt: 1000,
      measuringMs: 10 * iteration.n,
      guardMs: 20 * iteration.n,
      decidingMs: 1,
    })),
  };
  expect(timed.iterations.map(ownTimes)[2]).toEqual({ measuring_ms: 20, guarding_ms: 40, deciding_ms: 1, share: 6.1 });
  expect(ownFigures(timed)).toEqual({
    iterations: 2,
    integration_overhead_percentage: 4.6,
    detection_latency_p95_ms: 40,
    detection_latency_p99_ms: 40,
    measuring: { mean_ms: 15, p95_ms: 20, p99_ms: 20, share: 1.5 },
    guarding: { mean_ms: 30, p95_ms: 40, p99_ms: 40, share: 3 },
    deciding: { mean_ms: 1, p95_ms: 1, p99_ms: 1, share: 0.1 },
  });
});

it('knows nothing of a loop without iterations', () => {
  expect(ownFigures(played({ tree: 'a', verdicts }, []))).toMatchObject({
    iterations: 0,
    integration_overhead_percentage: null,
    detection_latency_p95_ms: null,
  });
});

it('counts the time from the last event to the judgement as deciding', () => {
  const { iterations } = played({ tree: 'a', verdicts }, [{ tree: 'b', verdicts }]);
  expect(iterations.slice(0, -1).every(({ decidingMs }) => decidingMs > 0)).toBe(true);
});
