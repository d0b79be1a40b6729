import { expect, test } from 'vitest';
import { aVerdict, judgedLoop, theSettings } from '../testing/builders.ts';
import { testCommands, whyNoExperiment } from './experiment.ts';

const tests = { total: 1, passed: 1, failed: 0, skipped: 0 };

const whyNot = (minutes: number, evidence = {}) => {
  const verdicts = [aVerdict({ outcome: 'pass', tests, durationMs: minutes * 60_000 })];
  const judged = judgedLoop([{ score: null, verified: true, over: { verdicts } }]);
  const state = { ...judged, settings: theSettings({ evidence }) };
  const [, current] = state.iterations;
  if (!current) throw new Error('there is no iteration');
  return whyNoExperiment(state, current, new Map([['a', 'passed']]), testCommands(state, current));
};

test('no experiment runs a suite again that takes longer than was asked for', () => {
  expect(whyNot(4)).toBeNull();
  expect(whyNot(30)).toBe('the tests take 30.0 minutes, more than evidence.maxMinutes (5)');
  expect(whyNot(30, { maxMinutes: 40 })).toBeNull();
});
