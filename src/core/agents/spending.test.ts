import { expect, test } from 'vitest';
import type { FaultKind } from '../state/agent-run.ts';
import { allowance, budgetSpent, nothingSpent, spend } from './spending.ts';

const aFault = (kind: FaultKind) => ({ kind, message: '', resetsAt: null, retryAfterMs: null });
const limits = { maxIterations: 10, timeoutMinutes: 60 };
const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: null };
const run = { usage, costUsd: 0.5, costEstimated: false, durationMs: 60_000, outcome: 'ok' };

test('runs add up, however they ended', () => {
  const spent = spend(spend(nothingSpent, run), { ...run, outcome: 'limit', costEstimated: true });
  expect(spent).toMatchObject({ runs: 2, tokens: 300, costUsd: 1, agentMs: 120_000, estimated: true, unknownCost: 0 });
});

test('what is unknown is not 0: the sum is a lower bound', () => {
  const spent = spend(spend(nothingSpent, run), { ...run, usage: null, costUsd: null });
  expect(spent).toMatchObject({ tokens: 150, costUsd: 0.5, unknownTokens: 1, unknownCost: 1 });
});

test.each<[string, object, object, RegExp | null]>([
  ['no limit', run, {}, null],
  ['below', run, { maxCostUsd: 1, maxTokens: 1000, maxAgentMinutes: 5 }, null],
  ['US$', run, { maxCostUsd: 0.5 }, /\$0\.50 of \$0\.5 spent/],
  ['estimated US$', { ...run, costEstimated: true }, { maxCostUsd: 0.4 }, /\(estimated\)/],
  ['tokens', run, { maxTokens: 150 }, /150 of 150 tokens/],
  ['minutes', run, { maxAgentMinutes: 1 }, /1\.0 of 1 agent minutes/],
  ['a cost that nobody told', { ...run, costUsd: null }, { maxCostUsd: 1 }, /unknown/],
  ['tokens that nobody told', { ...run, usage: null }, { maxTokens: 1 }, /did not report its tokens/],
  [
    'one that was cut off and told nothing',
    { ...run, usage: null, outcome: 'timeout' },
    { maxTokens: 1 },
    /did not report/,
  ],
  [
    'one that went on for ever and told nothing',
    { ...run, usage: null, outcome: 'failed', error: aFault('max_turns') },
    { maxTokens: 1 },
    /did not report/,
  ],
  [
    'one whose service did not answer',
    { ...run, usage: null, outcome: 'timeout', error: aFault('overloaded') },
    { maxTokens: 1 },
    null,
  ],
  ['a failed run that told nothing', { ...run, costUsd: null, outcome: 'failed' }, { maxCostUsd: 1 }, null],
])('budget: %s', (_, one, over, expected) => {
  const spent = budgetSpent(spend(nothingSpent, { ...run, ...one }), { ...limits, ...over });
  if (expected) expect(spent).toMatch(expected);
  else expect(spent).toBeNull();
});

test('what is left is what the next run may spend', () => {
  const spent = spend(nothingSpent, run);
  expect(allowance(spent, { ...limits, maxCostUsd: 2, maxTokens: 100, maxAgentMinutes: 3 })).toEqual({
    costUsd: 1.5,
    tokens: 0,
    ms: 120_000,
  });
  expect(allowance(spent, limits)).toEqual({ costUsd: null, tokens: null, ms: null });
});
