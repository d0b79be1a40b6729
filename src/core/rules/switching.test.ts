import { describe, expect, test } from 'vitest';
import {
  aVerdict,
  type Judged,
  judgedLoop,
  type Played,
  played,
  testsVerdict,
  theSettings,
} from '../../testing/builders.ts';
import { judge } from '../judge.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import type { Decision } from '../state/decision.ts';
import type { Settings } from '../state/settings.ts';
import type { LoopState } from '../state/state.ts';
import { rules } from './index.ts';

type Changed = Parameters<typeof theSettings>[0];
type Situation = (rules: Partial<Settings['rules']>) => LoopState;

const failing = (tree: string, passed = 4): Played => ({ tree, verdicts: [testsVerdict(passed, 10)] });
const green = (tree: string): Played => ({ tree, verdicts: [testsVerdict(10, 10)] });
const blind = (tree: string): Played => ({
  tree,
  verdicts: [aVerdict({ outcome: 'unmeasured', unmeasured: 'timeout' })],
});
const counted = (passed: number, over: Partial<Metrics> = {}): Metrics => ({
  ...unmeasured,
  ...over,
  tests: { total: 20, passed, failed: 20 - passed, skipped: 0 },
});
const measured = (one: Judged, metrics: Metrics = counted(10)): Judged => ({ ...one, over: { ...one.over, metrics } });
const still = measured({ score: 0.3 });

const play =
  (iterations: readonly Played[], over: Changed = {}, baseline = failing('a')): Situation =>
  (tuned) =>
    played(baseline, iterations, theSettings({ ...over, rules: { ...over?.rules, ...tuned } }));

/** Every iteration scores what the last is given by the judge: none is a gain or a loss. */
const equalScores =
  (iterations: readonly Judged[], over: Changed = {}): Situation =>
  (tuned) => {
    const state = judgedLoop(iterations, theSettings({ ...over, rules: { ...over?.rules, ...tuned } }));
    const { score } = judge(state, iterations.length);
    return { ...state, iterations: state.iterations.map((one) => ({ ...one, score })) };
  };

function decisionOn(state: LoopState): Decision {
  return judge(state, state.iterations.length - 1).decision;
}

const verified = { score: 0.9, verified: true };
const sized = (objective: number) => measured({ ...verified }, { ...unmeasured, custom: { objective } });
const minimize = { goal: { mode: 'minimize' as const, command: 'size' } };

/** For every rule a loop in which it is the one that decides. */
const decidedBy: Record<string, Situation> = {
  'criteria-hold': play([{ tree: 'b', verdicts: [testsVerdict(10, 10)] }]),
  blocked: play([{ ...failing('b'), agent: { blocked: 'no credential' } }]),
  'agent-cannot-run': play([{ ...failing('a'), agent: { outcome: 'not-started', exitCode: null } }]),
  'could-not-measure': play([blind('b'), blind('c'), blind('d')], { rules: { off: ['regression'] } }),
  'not-shown': (tuned) => {
    const state = play([green('b')], {}, green('a'))(tuned);
    const evidence = { ...state.settings.evidence, testFirst: 'off' as const };
    return { ...state, criteriaFrom: 'found', settings: { ...state.settings, evidence } };
  },
  'iteration-limit': play([failing('b')], { limits: { maxIterations: 1 } }),
  'time-limit': play([failing('b')], { limits: { timeoutMinutes: 0.05 } }),
  budget: play([{ ...failing('b'), agent: { costUsd: 3 } }], { limits: { maxCostUsd: 2 } }),
  regression: play([failing('b', 1)]),
  cycling: play(['b', 'c', 'b'].map((tree) => failing(tree))),
  stuck: equalScores(
    [1, 2, 3].map((n) => ({ score: 0.3, over: { verdicts: [aVerdict({ excerpt: `Error at a.js:${n}` })] } })),
  ),
  'no-ops': play([failing('a'), failing('a'), failing('a')]),
  'quality-reached': equalScores([verified, verified], { goal: { mode: 'refine' } }),
  'small-improvement': equalScores([verified, verified], {
    goal: { mode: 'refine' },
    rules: { off: ['quality-reached'] },
  }),
  'improvement-plateau': equalScores([sized(250), sized(250), sized(250), sized(250)], minimize),
  'keep-better': equalScores([sized(250), sized(260)], minimize),
  'minimum-iterations': play([failing('b')]),
  'same-tree': equalScores([1, 2, 3].map(() => ({ score: 0.3, tree: 'b', parent: 0 }))),
  stalled: equalScores([still, still, still, still]),
  continue: play([failing('b'), failing('c')]),
};

describe('every rule', () => {
  test('has a loop in which it decides', () => {
    expect(Object.keys(decidedBy)).toEqual(rules.map(({ name }) => name));
  });

  test.each(rules)('$name decides there, and says why', ({ name }) => {
    const decision = decisionOn((decidedBy[name] as Situation)({}));
    expect(decision.rule).toBe(name);
    expect(decision.reason).not.toBe('');
    expect(decision.confidence).toBeGreaterThan(0);
    expect(decision.confidence).toBeLessThanOrEqual(1);
  });

  test.each(rules.filter(({ essential }) => !essential))('$name can be switched off', ({ name }) => {
    const situation = decidedBy[name] as Situation;
    const off = [...situation({}).settings.rules.off, name];
    expect(decisionOn(situation({ off })).rule).not.toBe(name);
  });

  test.each(rules.filter(({ essential }) => essential))(
    '$name cannot: the loop would not end, or not be honest',
    ({ name }) => {
      expect(decisionOn((decidedBy[name] as Situation)({ off: [name] })).rule).toBe(name);
    },
  );
});

describe('every number of a rule is a setting', () => {
  test.each<[keyof Settings['rules'], number | string, Situation, before: string, after: string]>([
    ['minIterations', 1, decidedBy['minimum-iterations'] as Situation, 'minimum-iterations', 'continue'],
    ['minIterations', 3, decidedBy.continue as Situation, 'continue', 'minimum-iterations'],
    ['dropThreshold', 0.5, decidedBy.regression as Situation, 'regression', 'minimum-iterations'],
    ['maxNoops', 4, decidedBy['no-ops'] as Situation, 'no-ops', 'same-tree'],
    ['maxNoops', 2, play([failing('a'), failing('a')]), 'continue', 'no-ops'],
    ['maxSameTree', 4, decidedBy['same-tree'] as Situation, 'same-tree', 'continue'],
    ['maxSameError', 4, decidedBy.stuck as Situation, 'stuck', 'continue'],
    ['maxUnmeasured', 4, decidedBy['could-not-measure'] as Situation, 'could-not-measure', 'continue'],
    ['cycleWindow', 1, decidedBy.cycling as Situation, 'cycling', 'continue'],
    [
      'cycleAfter',
      2,
      play(
        ['b', 'c', 'b'].map((tree) => failing(tree)),
        { recovery: { enabled: false } },
      ),
      'continue',
      'cycling',
    ],
    ['stallSteps', 31, decidedBy.stalled as Situation, 'stalled', 'continue'],
    ['stallWindow', 5, decidedBy.stalled as Situation, 'stalled', 'continue'],
    ['improvementThreshold', 0, decidedBy['small-improvement'] as Situation, 'small-improvement', 'keep-better'],
    ['plateauWindow', 4, decidedBy['improvement-plateau'] as Situation, 'improvement-plateau', 'keep-better'],
    ['plateauThreshold', 0, decidedBy['improvement-plateau'] as Situation, 'improvement-plateau', 'keep-better'],
    ['brokenTests', 'tolerate', broken(), 'regression', 'minimum-iterations'],
  ])('%s: %s', (key, value, situation, before, after) => {
    expect(decisionOn(situation({})).rule).toBe(before);
    expect(decisionOn(situation({ [key]: value })).rule).toBe(after);
  });
});

function broken(): Situation {
  const alert = {
    type: 'working_test_failing' as const,
    severity: 'critical' as const,
    message: 'a fails',
    tests: ['a'],
  };
  return play([{ ...failing('b'), measured: { alerts: [alert], lost: null } }]);
}
