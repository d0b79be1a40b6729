import { describe, expect, it } from 'vitest';
import { overhead, percentile } from './overhead.ts';

describe('overhead', () => {
  it.each([
    [[], 0.95, null],
    [[7], 0.95, 7],
    [[3, 1, 2], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
    [[1, 2, 3, 4], 1, 4],
  ])('percentile of %j at %d is %s', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });

  it('is the share of measuring, guarding and deciding', () => {
    const iteration = { totalMs: 1000, measuringMs: 20, guardingMs: 10, decidingMs: 1 };
    expect(overhead([iteration, { ...iteration, measuringMs: 40 }])).toEqual({
      percentage: 4.1,
      measuring: { meanMs: 30, p95Ms: 40, p99Ms: 40, share: 3 },
      guarding: { meanMs: 10, p95Ms: 10, p99Ms: 10, share: 1 },
      deciding: { meanMs: 1, p95Ms: 1, p99Ms: 1, share: 0.1 },
    });
    expect(overhead([])).toMatchObject({ percentage: null, guarding: { meanMs: null, p95Ms: null, share: null } });
  });
});
