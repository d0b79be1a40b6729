import { describe, expect, test } from 'vitest';
import { aFinding, type Judged, judgedLoop, theSettings } from '../testing/builders.ts';
import { judge } from './judge.ts';
import type { MetricAlert } from './metrics/alerts.ts';
import { type Metrics, unmeasured } from './metrics/metrics.ts';
import { bestOf } from './selection/best.ts';
import type { LoopState } from './state/state.ts';

const counted = (passed: number, over: Partial<Metrics> = {}): Metrics => ({
  ...unmeasured,
  ...over,
  tests: { total: 20, passed, failed: 20 - passed, skipped: 0 },
});
const measured = (passed: number, over: Partial<Metrics> = {}): Judged => ({
  score: 0,
  over: { metrics: counted(passed, over) },
});
const kind = (iterations: readonly Judged[], settings = theSettings(), change: Partial<LoopState> = {}) =>
  judge({ ...judgedLoop(iterations, settings), ...change }, iterations.length).classification;

describe('a judgement classifies', () => {
  test.each<[string, Judged[], string]>([
    ['without metrics: a plateau', [{ score: 0.5 }], 'plateau'],
    ['against the iteration it started from', [measured(10), measured(5), { ...measured(12), parent: 1 }], 'forward'],
    ['a fall', [measured(10), measured(8)], 'regression'],
    ['two that stand: no standstill yet', [measured(10), measured(10), measured(10)], 'plateau'],
    ['three that stand: a standstill', [measured(10), measured(10), measured(10), measured(10)], 'stalled'],
    [
      'an unmeasured one among them: no standstill',
      [measured(10), measured(10), { score: 0.5, over: { metrics: null } }, { ...measured(10), parent: 2 }],
      'plateau',
    ],
  ])('%s', (_, iterations, classification) => {
    expect(kind(iterations)).toBe(classification);
  });

  test('the baseline, measured or not', () => {
    expect(kind([])).toBe('baseline');
    const loop = judgedLoop([]);
    const iterations = loop.iterations.map((one) => ({ ...one, metrics: counted(3) }));
    expect(judge({ ...loop, iterations }, 0).classification).toBe('baseline');
  });

  test('by the number that the loop optimises: while it gets better there is no standstill', () => {
    const goal = (mode: 'minimize' | 'maximize') => theSettings({ goal: { mode, command: 'size' } });
    const sizes = (...all: number[]) => all.map((objective) => measured(20, { custom: { objective } }));
    expect(kind(sizes(400, 300), goal('minimize'))).toBe('forward');
    expect(kind(sizes(400, 300), goal('maximize'))).toBe('plateau');
    expect(kind(sizes(400, 399, 398, 397), goal('minimize'))).toBe('plateau');
    expect(kind(sizes(400, 401, 402, 403), goal('minimize'))).toBe('stalled');
  });

  test('by metrics of the user’s own, if they say which way is better', () => {
    const loop = [measured(19, { custom: { size: 100 } }), measured(19, { custom: { size: 50 } })];
    const size = (direction?: 'up' | 'down') =>
      theSettings({ metrics: { custom: { size: direction ? { command: 'size', direction } : 'size' } } });
    expect(kind(loop, size('down'))).toBe('forward');
    expect(kind(loop, size('up'))).toBe('plateau');
    expect(kind(loop, size())).toBe('plateau');
  });
});

describe('a judgement', () => {
  test('counts repetitions only since a person gave a fresh chance', () => {
    const idle: Judged = { score: 0, tree: 'start' };
    const state = { ...judgedLoop([idle, idle, idle], theSettings(), 0) };
    expect(judge(state, 3).decision.rule).toBe('no-ops');
    expect(judge({ ...state, rulesSince: 1 }, 3).decision.rule).not.toBe('no-ops');
  });

  test('of what was not verified is a mistake', () => {
    const state = judgedLoop([{ score: 0.5, over: { verdicts: null } }]);
    expect(() => judge(state, 1)).toThrow('iteration 1 has not been verified');
    expect(() => judge(state, 7)).toThrow('iteration 7 has not been verified');
  });
});

describe('best', () => {
  const deletion = (severity: MetricAlert['severity'], lost: { tests: string[]; count: number } | null): Judged => ({
    score: 0.9,
    over: { alerts: [{ type: 'test_deletion', severity, message: '', tests: [] }], lost },
  });

  const none = { tests: [], count: 0 };
  const unmended = { iteration: 1, tests: ['a'] };
  const broken: MetricAlert = { type: 'working_test_failing', severity: 'critical', message: '', tests: ['a'] };

  test.each<[string, Judged[], number]>([
    ['the highest score', [{ score: 0.3 }, { score: 0.6 }, { score: 0.5 }], 2],
    ['the earlier of equals', [{ score: 0.6 }, { score: 0.6 }], 1],
    ['verified before a higher score', [{ score: 0.3, verified: true }, { score: 0.9 }], 1],
    ['not what was not verified', [{ score: 0.9, over: { verdicts: null } }], 0],
    ['not what has no snapshot', [{ score: 0.9, over: { snapshot: null } }], 0],
    ['not what holds a blocking finding', [{ score: 0.9, over: { findings: [aFinding()] } }], 0],
    ['not what deleted tests, where nobody knows which', [deletion('critical', null)], 0],
    ['not what deleted tests of its own, which is rolled back', [deletion('critical', none)], 0],
    ['what did and is done: the baseline has lost none', [{ ...deletion('critical', none), verified: true }], 1],
    ['not what broke a working test', [{ score: 0.9, over: { alerts: [broken] } }], 0],
    ['not though its criteria hold', [{ score: 0.9, verified: true, over: { alerts: [broken] } }], 0],
    ['not what is built upon it and did not mend it', [{ score: 0.9, over: { unmended: [unmended] } }], 0],
    ['not what cannot be set up', [{ score: 0.9, over: { setupFailed: 'npm ci: exit 1' } }], 0],
    ['what an alert of less weight was raised for', [deletion('medium', null)], 1],
    ['what a person made, though it scores less', [{ score: 0.9 }, { score: 0.1, over: { byHand: true } }], 2],
    ['what came after that and is better', [{ score: 0.9 }, { score: 0.1, over: { byHand: true } }, { score: 0.2 }], 3],
    ['what a person made, whatever it holds', [{ score: 0.3, over: { byHand: true, findings: [aFinding()] } }], 1],
    ['a known score before an unknown one', [{ score: null }], 0],
  ])('is %s', (_, iterations, best) => {
    expect(bestOf(judgedLoop(iterations))).toBe(best);
  });

  test('is the later of equals if that is set', () => {
    const late = theSettings({ rules: { lateTies: true } });
    expect(bestOf(judgedLoop([{ score: 0.6 }, { score: 0.6 }], late))).toBe(2);
    expect(bestOf(judgedLoop([{ score: 0.6 }, { score: 0.5 }], late))).toBe(1);
  });

  test('there is none before anything was verified', () => {
    expect(() => bestOf({ ...judgedLoop([]), iterations: [] })).toThrow('no iteration has been verified yet');
  });
});
