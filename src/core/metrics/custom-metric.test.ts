import { describe, expect, it } from 'vitest';
import { customMetric, customMetricsSchema, thresholdOf } from './custom-metric.ts';

describe('a custom metric of the configuration', () => {
  it.each([
    ['up', 80, { op: '>=', value: 80 }],
    ['down', 250, { op: '<=', value: 250 }],
    [undefined, 250, null],
    ['up', undefined, null],
  ] as const)('direction %s with threshold %s asks for %j', (direction, threshold, expected) => {
    const parsed = customMetricsSchema.parse({ size: { command: 'x', direction, threshold } });
    expect(thresholdOf(customMetric(parsed.size ?? ''))).toEqual(expected);
  });

  it.each([
    [{ size: 'du -k dist' }, true],
    [{ size: { command: 'du -k dist', timeoutMinutes: 2 } }, true],
    [{ size: '' }, false],
    [{ size: { direction: 'up' } }, false],
    [{ size: { command: 'x', direction: 'sideways' } }, false],
    [{ 'bundle size': 'x' }, false],
  ])('%j is accepted: %s', (value, accepted) => {
    expect(customMetricsSchema.safeParse(value).success).toBe(accepted);
  });
});
