import { expect, test } from 'vitest';
import { trajectoryOf } from '../../core/analytics/trajectory.ts';
import { aVerdict, judgedLoop, theSettings } from '../../testing/builders.ts';
import { qualityBars } from './chart.ts';

const rolledBack = {
  action: 'rollback' as const,
  rule: 'regression',
  reason: 'worse',
  confidence: 0.9,
  ending: null,
  recovery: null,
};

test.each([60, 80, 120])('at %d columns the longest mark next to a full bar fits', (columns) => {
  const over = { decision: rolledBack, verdicts: [aVerdict({ outcome: 'pass' })] };
  const points = trajectoryOf(judgedLoop([{ score: 0.5 }, { score: 1, over }], theSettings({})));
  const bars = qualityBars(points, { columns });
  expect(bars.at(-1)).toMatch(/1\.00 \(\+0\.500\) {2}← .*rolled back$/);
  expect(Math.max(...bars.map((bar) => bar.length))).toBeLessThanOrEqual(columns);
});
