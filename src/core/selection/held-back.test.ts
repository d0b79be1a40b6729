import { expect, test } from 'vitest';
import { aFinding, aVerdict, judgedLoop } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { Decision } from '../state/decision.ts';
import type { IterationState } from '../state/state.ts';
import type { Statement } from '../state/statement.ts';
import { whyHeldBack } from './held-back.ts';

const broken: MetricAlert = { type: 'working_test_failing', severity: 'critical', message: 'a fails', tests: ['a'] };
const undone: Decision = {
  action: 'rollback',
  rule: 'regression',
  reason: 'score 0.30 against 0.70 at iteration 0',
  confidence: 0.9,
  ending: null,
  recovery: null,
};
const refusal: Statement = {
  at: 0,
  word: 'reject',
  iteration: 1,
  about: ['hook:1'],
  reason: 'not so',
  by: 'command',
  person: null,
};
const failing = [aVerdict({ outcome: 'fail' })];
const passing = [aVerdict({ outcome: 'pass' })];

test.each<[string, Partial<IterationState>, Statement[], string | null]>([
  ['nothing speaks against it', { verdicts: failing }, [], null],
  ['a finding blocks', { findings: [aFinding({ id: 'f9' })] }, [], 'The test is skipped. (a.test.js:1)'],
  ['it broke a test', { alerts: [broken] }, [], 'a fails'],
  ['a lesser alert', { alerts: [{ ...broken, type: 'file_deletion', severity: 'medium' }] }, [], null],
  ['rolled back', { decision: undone, verdicts: failing }, [], `it was rolled back: ${undone.reason}`],
  ['rolled back as not better, and verified', { decision: undone, verdicts: passing }, [], null],
  ['a person rejected it', { verdicts: passing }, [refusal], 'rejected by a person: not so'],
  ['a person rejected going on', { verdicts: passing }, [{ ...refusal, about: [] }], null],
  ['a person approved it later', {}, [refusal, { ...refusal, word: 'approve' }], null],
  ['by hand', { byHand: true, alerts: [broken] }, [], null],
])('held back: %s', (_, over, answers, why) => {
  const state = { ...judgedLoop([{ score: 0.3, over }]), said: answers };
  expect(whyHeldBack(state, state.iterations[1] as IterationState)).toBe(why);
});
