import { describe, expect, test } from 'vitest';
import { aFinding, evidenceOf, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { Decision } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { regression } from './regression.ts';

const judged = (iterations: readonly Judged[], settings = theSettings(), change: Partial<LoopState> = {}) =>
  regression.judge(evidenceOf({ ...judgedLoop(iterations, settings), ...change }));

const alert = (type: MetricAlert['type'], severity: MetricAlert['severity'] = 'critical'): MetricAlert => ({
  type,
  severity,
  message: `${type} happened`,
  tests: [],
});
const having = (over: Partial<IterationState>, score = 0.5): Judged => ({ score, over });
const alerted = (...alerts: MetricAlert[]): Judged => having({ alerts });
const undone: Decision = {
  action: 'rollback',
  rule: 'regression',
  reason: '',
  confidence: 0.9,
  ending: null,
  recovery: null,
};
const rolledBack = having({ decision: undone }, 0);

describe('a slip', () => {
  test.each([
    { what: 'a fall of just the threshold', loop: [{ score: 0.5 }, { score: 0.4 }], says: null },
    {
      what: 'a fall beyond it',
      loop: [{ score: 0.5 }, { score: 0.399 }],
      says: 'score 0.40 against 0.50 at iteration 1; back to iteration 1',
    },
    {
      what: 'nothing can be measured any more',
      loop: [{ score: 0.5 }, { score: null }],
      says: 'score unknown against 0.50 at iteration 1; back to iteration 1',
    },
    {
      what: 'a critical alert',
      loop: [alerted(alert('working_test_failing'))],
      says: 'working_test_failing happened; back to iteration 0',
    },
    { what: 'an alert that only warns', loop: [alerted(alert('coverage_regression', 'high'))], says: null },
    {
      what: 'a warning before a critical alert',
      loop: [alerted(alert('coverage_regression', 'high'), alert('working_test_failing'))],
      says: 'working_test_failing happened; back to iteration 0',
    },
    {
      what: 'a blocking finding',
      loop: [having({ findings: [aFinding()] })],
      says: 'The test is skipped. (a.test.js:1); back to iteration 0',
    },
    {
      what: 'tests of the baseline that are gone',
      loop: [having({ lost: { tests: ['a'], count: 1 } })],
      says: 'the test "a" is gone; back to iteration 0',
    },
    {
      what: 'dependencies that cannot be set up',
      loop: [having({ setupFailed: 'npm ci: exit 1' })],
      says: 'npm ci: exit 1; back to iteration 0',
    },
  ])('$what: $says', ({ loop, says }) => {
    expect(judged(loop)?.reason ?? null).toBe(says);
  });

  test('rolls back to best', () => {
    expect(judged([{ score: 0.5 }, { score: 0.1 }])).toMatchObject({ action: 'rollback', recovery: null });
  });

  test('a baseline that scored nothing is nothing to fall from', () => {
    expect(regression.judge(evidenceOf(judgedLoop([{ score: null }], theSettings(), 0)))).toBeNull();
  });

  test('a baseline of unknown score neither', () => {
    const loop = judgedLoop([{ score: null }]);
    const iterations = loop.iterations.map((one) => ({ ...one, score: null }));
    expect(regression.judge(evidenceOf({ ...loop, iterations }))).toBeNull();
  });

  test.each<[string, Partial<IterationState>]>([
    ['a blocking finding', { findings: [aFinding()] }],
    ['a critical alert', { alerts: [alert('working_test_failing')] }],
    ['a set-up that failed', { setupFailed: 'npm ci: exit 1' }],
  ])('%s in what a person made by hand is the new ground', (_, over) => {
    expect(judged([having({ ...over, byHand: true })])).toBeNull();
  });

  test('a failed set-up of the baseline is not the agent’s regression', () => {
    const loop = judgedLoop([]);
    const [baseline] = loop.iterations as [IterationState];
    const iterations = [{ ...baseline, setupFailed: 'npm ci: exit 1' }];
    expect(regression.judge(evidenceOf({ ...loop, iterations }))).toBeNull();
  });

  test('what a person approved or called false is none', () => {
    const loop = [alerted(alert('working_test_failing'))];
    expect(judged(loop, theSettings(), { approved: ['alert:1:working_test_failing'] })).toBeNull();
    const marked = [{ id: 'alert:1:working_test_failing', reason: null }];
    expect(judged(loop, theSettings(), { marked })).toBeNull();
  });
});

describe('slips in a row', () => {
  test.each([
    { slips: 1, action: 'rollback', recovery: null },
    { slips: 2, action: 'rollback', recovery: 'regression' },
  ])('$slips: $action, $recovery', ({ slips, ...ruling }) => {
    const before = Array.from({ length: slips - 1 }, () => rolledBack);
    expect(judged([{ score: 0.5 }, ...before, { score: 0 }])).toMatchObject(ruling);
  });

  test('the third asks a person', () => {
    const ruling = judged([{ score: 0.5 }, rolledBack, rolledBack, { score: 0 }]);
    expect(ruling).toMatchObject({ action: 'escalate', ending: 'escalated' });
    expect(ruling?.reason).toBe('score 0.00 against 0.50 at iteration 1; 3 regressions in a row');
  });

  test('an iteration that was kept in between restarts the count', () => {
    expect(judged([rolledBack, rolledBack, { score: 0.5 }, { score: 0 }])).toMatchObject({
      action: 'rollback',
      recovery: null,
    });
  });

  test('one that brought nothing new in between does not: an agent that slips every second time', () => {
    const good: Judged = { score: 0.5, tree: 'good' };
    const slip: Judged = { ...rolledBack, tree: 'bad', parent: 1 };
    const nothing: Judged = { score: 0.5, tree: 'good', parent: 1 };
    const last: Judged = { score: 0, tree: 'bad', parent: 1 };
    expect(judged([good, slip, nothing, last])).toMatchObject({ action: 'rollback', recovery: 'regression' });
    expect(judged([good, slip, nothing, slip, nothing, last])).toMatchObject({ action: 'escalate' });
    const elsewhere: Judged = { score: 0.4, tree: 'other', parent: 1 };
    expect(judged([good, slip, elsewhere, slip, elsewhere, last])).toMatchObject({ action: 'rollback' });
    expect(judged([good, slip, elsewhere, slip, { ...elsewhere, parent: 3 }, slip, elsewhere, last])).toMatchObject({
      action: 'escalate',
    });
  });

  test('without recoveries the second is rolled back like the first', () => {
    const settings = theSettings({ recovery: { enabled: false } });
    expect(judged([{ score: 0.5 }, rolledBack, { score: 0 }], settings)).toMatchObject({
      action: 'rollback',
      recovery: null,
    });
  });

  test('when a recovery comes, and when a person, are settings', () => {
    const early = theSettings({ recovery: { afterRegressions: 1 } });
    expect(judged([{ score: 0.5 }, { score: 0 }], early)).toMatchObject({ recovery: 'regression' });
    const strict = theSettings({ rules: { maxRegressions: 0 } });
    expect(judged([{ score: 0.5 }, { score: 0 }], strict)).toMatchObject({ action: 'escalate' });
  });

  test('a loop that refines ends with what it has instead', () => {
    const settings = theSettings({ goal: { mode: 'refine' } });
    const ruling = judged([{ score: 0.5, verified: true }, rolledBack, rolledBack, { score: 0 }], settings);
    expect(ruling).toMatchObject({ action: 'stop', ending: 'completed' });
    expect(ruling?.reason).toContain('; iteration 1 is verified and kept');
  });
});

describe('a test that breaks on the way', () => {
  const breaks = alerted(alert('working_test_failing'));
  const left = having({ unmended: [{ iteration: 1, tests: ['a'] }] });
  const refactor = { taskType: 'refactor' as const };

  test.each([
    { what: 'a refactoring tolerates it', loop: [breaks, breaks], change: refactor, fires: false },
    { what: 'for as many iterations as regressions', loop: [breaks, breaks, breaks], change: refactor, fires: true },
    { what: 'left broken, it counts as well', loop: [breaks, left, left], change: refactor, fires: true },
    { what: 'mended in time, it does not', loop: [breaks, left, { score: 0.5 }], change: refactor, fires: false },
    { what: 'a fix does not', loop: [breaks], change: {}, fires: true },
    {
      what: 'nothing worse may come with it',
      loop: [alerted(alert('working_test_failing'), alert('test_deletion'))],
      change: refactor,
      fires: true,
    },
    {
      what: 'other alerts do not count as broken tests',
      loop: [alerted(alert('coverage_regression', 'high')), breaks, breaks],
      change: refactor,
      fires: false,
    },
    {
      what: 'a whole iteration in between begins the count anew',
      loop: [breaks, breaks, { score: 0.5 }, breaks],
      change: refactor,
      fires: false,
    },
  ])('$what: $fires', ({ loop, change, fires }) => {
    expect(judged(loop, theSettings(), change) !== null).toBe(fires);
  });

  test('the setting goes before the type', () => {
    expect(judged([breaks], theSettings({ rules: { brokenTests: 'tolerate' } }))).toBeNull();
    expect(judged([breaks], theSettings({ rules: { brokenTests: 'roll-back' } }), refactor)).not.toBeNull();
  });
});
