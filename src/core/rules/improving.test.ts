import { describe, expect, test } from 'vitest';
import { evidenceOf, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { unmeasured } from '../metrics/metrics.ts';
import { criteriaHold } from './criteria-hold.ts';
import { improvementPlateau } from './improvement-plateau.ts';
import { iterationLimit } from './iteration-limit.ts';
import { keepBetter } from './keep-better.ts';
import { qualityReached } from './quality-reached.ts';
import { regression } from './regression.ts';
import { smallImprovement } from './small-improvement.ts';

const refine = theSettings({ goal: { mode: 'refine' } });
const verified = (...scores: number[]): Judged[] => scores.map((score) => ({ score, verified: true }));
const failing = (...scores: number[]): Judged[] => scores.map((score) => ({ score }));

describe('quality reached', () => {
  test.each([
    { what: 'at the threshold', loop: verified(0.7, 0.95), fires: true },
    { what: 'just below it', loop: verified(0.7, 0.9499), fires: false },
    { what: 'before the minimum of iterations', loop: verified(0.99), fires: false },
    { what: 'while the criteria fail', loop: failing(0.7, 0.99), fires: false },
    { what: 'an unknown score', loop: [...verified(0.7), { score: null, verified: true }], fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(qualityReached.judge(evidenceOf(judgedLoop(loop, refine))) !== null).toBe(fires);
  });

  test('it ends the loop completed', () => {
    const ruling = qualityReached.judge(evidenceOf(judgedLoop(verified(0.7, 0.97), refine)));
    expect(ruling).toMatchObject({ action: 'stop', ending: 'completed' });
    expect(ruling?.reason).toBe('quality 0.97 ≥ 0.95; iteration 2 is verified and kept');
  });

  test('it says nothing if nobody asked to refine', () => {
    expect(qualityReached.judge(evidenceOf(judgedLoop(verified(0.7, 0.97))))).toBeNull();
  });
});

describe('small improvement', () => {
  test('the run of 0.65, 0.78 and 0.82 stops at 3', () => {
    const upTo = (n: number) => evidenceOf(judgedLoop(verified(0.65, 0.78, 0.82).slice(0, n), refine));
    expect(smallImprovement.judge(upTo(1))).toBeNull();
    expect(smallImprovement.judge(upTo(2))).toBeNull();
    expect(smallImprovement.judge(upTo(3))?.reason).toContain('(0.04 < 0.05)');
  });

  test('the same run goes on while tests still fail', () => {
    expect(smallImprovement.judge(evidenceOf(judgedLoop(failing(0.65, 0.78, 0.82), refine)))).toBeNull();
  });

  test.each([
    { what: 'exactly the threshold', loop: verified(0.6, 0.65), fires: false },
    { what: 'a fall', loop: verified(0.6, 0.58), fires: true },
    { what: 'the first verified one', loop: [...failing(0.6), ...verified(0.61)], fires: false },
    { what: 'an unknown score', loop: [...verified(0.6), { score: null, verified: true }], fires: false },
    { what: 'too early', loop: verified(0.2), fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(smallImprovement.judge(evidenceOf(judgedLoop(loop, refine))) !== null).toBe(fires);
  });

  test('the threshold is a setting', () => {
    const settings = theSettings({ goal: { mode: 'refine' }, rules: { improvementThreshold: 0.01 } });
    expect(smallImprovement.judge(evidenceOf(judgedLoop(verified(0.6, 0.62), settings)))).toBeNull();
  });
});

describe('improvement plateau', () => {
  test('says which mean fell short', () => {
    const ruling = improvementPlateau.judge(evidenceOf(judgedLoop(verified(0.5, 0.52, 0.54, 0.55), refine)));
    expect(ruling).toMatchObject({ action: 'stop', ending: 'completed' });
    expect(ruling?.reason).toBe(
      'mean improvement of the last 3 iterations 0.017 < 0.03; iteration 4 is verified and kept',
    );
  });

  test('waits for the minimum of iterations', () => {
    const settings = theSettings({ goal: { mode: 'refine' }, rules: { minIterations: 5 } });
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(verified(0.5, 0.52, 0.54, 0.55), settings)))).toBeNull();
  });

  test('an unknown score adds nothing', () => {
    const loop: Judged[] = [...verified(0.5, 0.9), { score: null, verified: true }, { score: null, verified: true }];
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(loop, refine)))).toBeNull();
    const later: Judged[] = [...loop, { score: null, verified: true }];
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(later, refine)))).not.toBeNull();
  });

  test.each([
    { what: 'hardly anything over three', loop: verified(0.5, 0.52, 0.54, 0.55), fires: true },
    { what: 'a mean of exactly the threshold', loop: verified(0.5, 0.53, 0.56, 0.59), fires: false },
    { what: 'too few to tell', loop: verified(0.5, 0.51), fires: false },
    { what: 'nothing verified yet', loop: failing(0.5, 0.5, 0.5, 0.5), fires: false },
    {
      what: 'the criteria began to hold within the window',
      loop: [...failing(0.5), ...verified(0.5, 0.5)],
      fires: false,
    },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(loop, refine))) !== null).toBe(fires);
  });
});

describe('optimising a number', () => {
  const minimize = theSettings({ goal: { mode: 'minimize', command: 'size' } });
  const sized = (kb: number, verifies = true, parent?: number): Judged => ({
    score: 0.9,
    verified: verifies,
    ...(parent !== undefined && { parent }),
    over: { metrics: { ...unmeasured, custom: { objective: kb } } },
  });

  test('a smaller number is the new best', () => {
    const evidence = evidenceOf(judgedLoop([sized(300), sized(250)], minimize));
    expect(evidence.best).toBe(2);
    expect(keepBetter.judge(evidence)).toBeNull();
  });

  test('what is not smaller is rolled back', () => {
    const evidence = evidenceOf(judgedLoop([sized(250), sized(300)], minimize));
    expect(evidence.best).toBe(1);
    expect(keepBetter.judge(evidence)).toMatchObject({
      action: 'rollback',
      reason: '300 is not better than 250; back to iteration 1',
    });
  });

  test('what is smaller and breaks a criterion is rolled back', () => {
    expect(keepBetter.judge(evidenceOf(judgedLoop([sized(250), sized(1, false)], minimize)))).toMatchObject({
      action: 'rollback',
      reason: 'exit 1; back to iteration 1',
    });
  });

  test('what was not kept adds nothing to the mean', () => {
    const stuck = [sized(250), sized(260, true, 1), sized(270, true, 1), sized(240, false, 1)];
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(stuck, minimize)))).toMatchObject({ ending: 'completed' });
    const gaining = [sized(250), sized(260, true, 1), sized(200, true, 1), sized(199, true, 3)];
    expect(improvementPlateau.judge(evidenceOf(judgedLoop(gaining, minimize)))).toBeNull();
  });

  test('a number that cannot be had is never better', () => {
    const unknown: Judged = { score: 0.99, verified: true, over: { metrics: unmeasured } };
    expect(evidenceOf(judgedLoop([sized(250), unknown], minimize)).best).toBe(1);
  });

  test('maximising is the other way round', () => {
    const maximize = theSettings({ goal: { mode: 'maximize', command: 'ops' } });
    expect(evidenceOf(judgedLoop([sized(250), sized(300)], maximize)).best).toBe(2);
  });

  test('and it is shown as unknown', () => {
    const unknown: Judged = { score: 0.99, verified: true, over: { metrics: unmeasured } };
    expect(keepBetter.judge(evidenceOf(judgedLoop([sized(250), unknown], minimize)))?.reason).toBe(
      'unknown is not better than 250; back to iteration 1',
    );
  });

  test('what a person made by hand is built upon', () => {
    const larger = sized(300);
    const loop = judgedLoop([sized(250), { ...larger, over: { ...larger.over, byHand: true } }], minimize);
    expect(keepBetter.judge({ ...evidenceOf(loop), best: 1 })).toBeNull();
  });

  test('the score is not what counts: its fall is not a regression', () => {
    const worse = { ...sized(200), score: 0.1 };
    expect(regression.judge(evidenceOf(judgedLoop([sized(250), worse], minimize)))).toBeNull();
    const larger = { ...sized(300), score: 0.1 };
    expect(regression.judge(evidenceOf(judgedLoop([sized(250), larger], minimize)))).toBeNull();
  });
});

describe('a loop that goes on after its criteria hold', () => {
  test('is not complete by that alone', () => {
    expect(criteriaHold.judge(evidenceOf(judgedLoop(verified(0.8), refine)))).toBeNull();
    expect(criteriaHold.judge(evidenceOf(judgedLoop(verified(0.8))))).toMatchObject({ action: 'complete' });
  });

  test('ends completed at a limit if something is verified', () => {
    const settings = theSettings({ goal: { mode: 'refine' }, limits: { maxIterations: 2 } });
    expect(iterationLimit.judge(evidenceOf(judgedLoop(verified(0.6, 0.8), settings)))).toMatchObject({
      ending: 'completed',
      reason: '2 of 2 iterations used; iteration 2 is verified and kept',
    });
    expect(iterationLimit.judge(evidenceOf(judgedLoop(failing(0.6, 0.8), settings)))).toMatchObject({
      ending: 'iteration-limit',
    });
  });

  test('does not build on what is worse', () => {
    expect(keepBetter.judge(evidenceOf(judgedLoop(verified(0.8, 0.75), refine)))).toMatchObject({
      action: 'rollback',
      reason: '0.75 is not better than 0.8; back to iteration 1',
    });
    expect(keepBetter.judge(evidenceOf(judgedLoop(failing(0.8, 0.75), refine)))).toBeNull();
  });
});
