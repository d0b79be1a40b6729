import { expect, test } from 'vitest';
import { priceOf } from '../core/agents/prices.ts';
import { initialProgress } from './contract/run-progress.ts';
import { expenseOf } from './expense.ts';

const reportedUsage = { input: 1_000_000, output: 100_000, cacheRead: 500_000, cacheWrite: null };

test.each<[string, number | null]>([
  ['gpt-5', 1.25],
  ['openai/gpt-5', 1.25],
  ['gpt-5-2025-08-07', 1.25],
  ['claude-sonnet-4-5-20250929', 3],
  ['gpt-5.5', null],
  ['constructor', null],
  ['mine', 7],
])('the price of %s', (model, input) => {
  expect(priceOf(model, { mine: { input: 7, output: 8 } })?.input ?? null).toBe(input);
});

test('the user’s price replaces the list’s', () => {
  expect(priceOf('gpt-5', { 'gpt-5': { input: 9, output: 9 } })?.input).toBe(9);
});

test('a reported cost is used as is; otherwise it is estimated and marked so; otherwise it is unknown', () => {
  expect(expenseOf({ ...initialProgress, reportedUsage: reportedUsage, costUsd: 2 }, 'gpt-5', {})).toEqual({
    usage: reportedUsage,
    costUsd: 2,
    costEstimated: false,
  });
  const estimate = expenseOf({ ...initialProgress, reportedUsage: reportedUsage }, 'gpt-5', {});
  expect(estimate).toEqual({ usage: reportedUsage, costUsd: 1.25 + 1 + 0.0625, costEstimated: true });
  expect(expenseOf({ ...initialProgress, reportedUsage: reportedUsage }, 'unheard-of', {})).toEqual({
    usage: reportedUsage,
    costUsd: null,
    costEstimated: false,
  });
  expect(expenseOf(initialProgress, 'gpt-5', {})).toEqual({ usage: null, costUsd: null, costEstimated: false });
});
