import { describe, expect, test } from 'vitest';
import { type ScoredIteration, scoredLoop } from '../../../test/support/scored-loop.ts';
import { analyticsOf } from '../../core/analytics/analytics.ts';
import { trajectoryOf } from '../../core/analytics/trajectory.ts';
import { loopCreated, theSettings } from '../../testing/builders.ts';
import { analyticsText } from './analytics-text.ts';
import { asciiGlyphs, unicodeGlyphs } from './glyphs.ts';

/** Measured so that the parts are 95 → 100 %, 0.72 → 0.85, 78 → 85 % and 0.60 → 0.65. */
function measured(
  passed: number,
  [errors, warnings]: [number, number],
  coverage: number,
  complexity: number,
): NonNullable<ScoredIteration['metrics']> {
  return {
    tests: { total: 20, passed, failed: 20 - passed, skipped: 0 },
    lint: { errors, warnings },
    coverage: { lines: { covered: coverage, total: 100, percentage: coverage }, branches: null, tool: 'v8' },
    complexity: { mean: complexity, max: 20, functions: 5 },
  };
}

function refined() {
  return scoredLoop({
    created: {
      ...loopCreated(),
      loop: 'task-001',
      settings: theSettings({ limits: { maxIterations: 10 }, score: { maxSeverity: 10 } }),
    },
    iterations: [
      { score: 0.65, metrics: measured(19, [2, 8], 78, 4) },
      { score: 0.78, metrics: measured(20, [1, 8], 80, 4) },
      {
        score: 0.82,
        metrics: measured(20, [1, 17], 85, 3.5),
        decision: { action: 'stop', ending: 'stalled', reason: 'improvement below threshold (0.04 < 0.05)' },
      },
    ],
    ended: { ending: 'stalled', reason: 'improvement below threshold (0.04 < 0.05)' },
  });
}

describe('the analytics of 0.65, 0.78, 0.82', () => {
  test('at 80 columns', () => {
    const state = refined();
    expect(analyticsText(analyticsOf(state), trajectoryOf(state), { columns: 80 })).toMatchInlineSnapshot(`
      "Iteration Analytics: task-001
      ═══════════════════════════════════

      Quality Over Iterations
      ───────────────────────
      1: ████████████████████████████████ 0.65 (+0.650)
      2: ███████████████████████████████████████ 0.78 (+0.130)
      3: █████████████████████████████████████████ 0.82 (+0.040)  ← best

      Stopping: Improvement below threshold (0.04 < 0.05)
      ───────────────────────

      Final Quality: 0.82
      Total Iterations: 3
      Total Improvement: +0.17
      Time Saved: ~7 iterations avoided
      Time: 3 min 7 s
      Cost: unknown

      Breakdown:
      - Tests Passing: 95% → 100% (+5%)
      - Code Quality: 0.72 → 0.85 (+13%)
      - Coverage: 78% → 85% (+7%)
      - Complexity: 0.60 → 0.65 (+5%)
      "
    `);
  });

  test('at 120 columns the bars are longer and nothing else differs', () => {
    const state = refined();
    const at = (columns: number) => analyticsText(analyticsOf(state), trajectoryOf(state), { columns });
    const bars = (text: string) => text.split('\n').flatMap((line) => /█+/.exec(line)?.[0].length ?? []);
    expect(bars(at(80))).toEqual([32, 39, 41]);
    expect(bars(at(120))).toEqual([58, 70, 73]);
    expect(at(120).replaceAll(/█+/g, '')).toBe(at(80).replaceAll(/█+/g, ''));
    for (const columns of [80, 120])
      for (const line of at(columns).split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });

  test('without Unicode', () => {
    const state = refined();
    const text = analyticsText(analyticsOf(state), trajectoryOf(state), { columns: 80, glyphs: asciiGlyphs });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain('3: ######');
    expect(unicodeGlyphs.bar).toBe('█');
  });
});

test('the kept iteration may not be the last, and the baseline has its own bar', () => {
  const state = scoredLoop({
    baseline: { score: 0.6 },
    iterations: [{ score: 0.7 }, { score: null }, { score: 0.65 }],
    ended: { ending: 'iteration-limit', reason: '3 of 3 iterations used' },
  });
  const text = analyticsText(analyticsOf(state), trajectoryOf(state), { columns: 80 });
  expect(text).toMatch(/^0: █+ 0\.60 {2}← baseline$/m);
  expect(text).toMatch(/^1: █+ 0\.70 \(\+0\.100\) {2}← best$/m);
  expect(text).toContain('2: unknown');
  expect(text).toMatch(/^3: █+ 0\.65 \(-0\.050\)$/m);
  expect(text).toContain('Final Quality: 0.70 (iteration 1; the last one had 0.65)');
});

test('shares are rounded, but almost all is not all, and almost none not none', () => {
  const tests = (passed: number, total: number) => ({ tests: { total, passed, failed: total - passed, skipped: 0 } });
  const state = scoredLoop({
    iterations: [
      { score: 0.5, metrics: tests(1, 999) },
      { score: 0.6, metrics: tests(2, 3) },
    ],
  });
  const text = (one: typeof state) => analyticsText(analyticsOf(one), trajectoryOf(one), { columns: 80 });
  expect(text(state)).toContain('- Tests Passing: 1% → 67% (+67%)');
  const last = scoredLoop({ iterations: [{ score: 0.5, metrics: tests(999, 1000) }] });
  expect(text(last)).toContain('- Tests Passing: 99% → 99%');
});
