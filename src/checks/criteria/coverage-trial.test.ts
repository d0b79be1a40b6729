import { describe, expect, it } from 'vitest';
import { type TimedRun, tryCoverage } from './coverage-trial.ts';

/** A run of a test command, as far as the trial looks at it. */
function aRun(durationMs: number, over: { outcome?: string; runner?: string; passed?: number; covers?: boolean } = {}) {
  const { outcome = 'tests', runner = 'node:test', passed = 4, covers = true } = over;
  const counts = { total: 4, passed, failed: 4 - passed, skipped: 0 };
  const report = covers ? { tool: 'v8' } : null;
  return {
    result: { durationMs },
    measurement: { outcome, run: { runner, counts } },
    coverage: { report, reason: covers ? null : 'no data', costMs: 200 },
  } as unknown as TimedRun;
}

const trial = async (plain: TimedRun, again: TimedRun, budget = 20) => {
  let runs = 0;
  const coverage = await tryCoverage(plain, budget, async () => {
    runs += 1;
    return again;
  });
  return { coverage, runs };
};

describe('coverage is tried at the baseline', () => {
  it('and kept, with its cost, if it is cheap', async () => {
    const { coverage } = await trial(aRun(10_000), aRun(11_500));
    expect(coverage).toMatchObject({ report: { tool: 'v8' }, collecting: { runMs: 11_500, plainMs: 10_000 } });
  });

  it.each<[string, TimedRun, TimedRun, RegExp]>([
    ['it is dear', aRun(10_000), aRun(12_000), /22 % longer \(10\.0 s → 12\.2 s\); --coverage auto collects it/],
    ['tests end differently', aRun(10_000), aRun(10_000, { passed: 3 }), /end differently/],
    ['the runner wrote none', aRun(10_000), aRun(10_000, { covers: false }), /no data/],
  ])('and refused if %s', async (_, plain, again, reason) => {
    const { coverage, runs } = await trial(plain, again);
    expect(coverage).toMatchObject({ report: null, reason: expect.stringMatching(reason) });
    expect(runs).toBe(1);
  });

  it.each<[string, TimedRun, number, RegExp | null]>([
    ['short tests', aRun(300), 20, /longer than 20 % of tests that take 0\.3 s/],
    ['tests of many minutes', aRun(400_000), 20, /too long to try/],
    ['a command without tests', aRun(10_000, { outcome: 'unknown' }), 20, null],
    ['a runner that cannot report it', aRun(10_000, { runner: 'cargo' }), 20, null],
    ['no budget', aRun(10_000), 0, null],
  ])('without a second run for %s', async (_, plain, budget, reason) => {
    const { coverage, runs } = await trial(plain, aRun(1), budget);
    expect(runs).toBe(0);
    if (reason) expect(coverage).toMatchObject({ report: null, reason: expect.stringMatching(reason) });
    else expect(coverage).toBeNull();
  });
});
