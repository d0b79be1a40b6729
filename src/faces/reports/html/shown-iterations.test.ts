import { expect, test } from 'vitest';
import { type ScoredIteration, scoredLoop } from '../../../../test/support/scored-loop.ts';
import { aFinding } from '../../../testing/builders.ts';
import { htmlReport } from './html-report.ts';
import { shownIterations } from './shown-iterations.ts';

/** The best is iteration 150; every 50th was rolled back; one finding stays all the time. */
const iterations = Array.from({ length: 1000 }, (_, index): ScoredIteration => {
  const n = index + 1;
  return {
    score: n === 150 ? 0.9 : 0.5,
    findings: [aFinding({ blocking: false, severity: 'medium' })],
    ...(n % 50 === 0 && n !== 150 && { decision: { action: 'rollback' } }),
  };
});
const long = scoredLoop({ iterations, ended: { ending: 'stalled', reason: 'no progress' } });

test('a short loop is shown whole', () => {
  expect(shownIterations(scoredLoop({ iterations: iterations.slice(0, 100) })).size).toBe(101);
});

test('of a long loop: the baseline, what is kept, the latest, and what was rolled back', () => {
  const shown = shownIterations(long);
  expect(shown.size).toBe(200);
  expect([0, 150, 901, 1000, 850, 100, 50].filter((n) => !shown.has(n))).toEqual([]);
  expect(shown.has(420)).toBe(false);
});

test('the page of a long loop stays small, says what it leaves out, and draws every iteration in the chart', async () => {
  const page = await htmlReport({ state: long, folder: '/nowhere', workspace: null });
  expect(Buffer.byteLength(page)).toBeLessThan(1_900_000);
  expect(page).toContain('This page shows 200 of 1,001 iterations');
  expect(page.match(/<details id="iteration-/g)).toHaveLength(200);
  expect(page).toContain('and 980 more, the last in #1000');
  expect(page.match(/<circle class="point/g)).toHaveLength(199); // The baseline has no score.
  const line = /<polyline class="line" points="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(line.split(' ').length).toBeGreaterThan(600);
});

test('of points in one column of the chart, the lowest and the highest are drawn', async () => {
  const jagged = Array.from({ length: 3000 }, (_, n) => ({ score: n === 1234 ? 0.05 : 0.6 }));
  const page = await htmlReport({ state: scoredLoop({ iterations: jagged }), folder: '/nowhere', workspace: null });
  const line = /<polyline class="line" points="([^"]*)"/.exec(page)?.[1] ?? '';
  const lowest = Math.max(...line.split(' ').map((point) => Number(point.split(',')[1])));
  expect(new Set(line.split(' ').map((point) => point.split(',')[1])).size).toBe(2);
  expect(lowest).toBeGreaterThan(200);
});
