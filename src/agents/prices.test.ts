import { expect, test } from 'vitest';
import { expenseOf, priceOf } from './prices.ts';
import { nothingSeen } from './seen.ts';

const told = { input: 1_000_000, output: 100_000, cacheRead: 500_000, cacheWrite: null };

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

test('what the agent told stands; else it is estimated and called so; else it is unknown', () => {
  expect(expenseOf({ ...nothingSeen, told, costUsd: 2 }, 'gpt-5', {})).toEqual({
    usage: told,
    costUsd: 2,
    costEstimated: false,
  });
  const estimated = expenseOf({ ...nothingSeen, told }, 'gpt-5', {});
  expect(estimated).toEqual({ usage: told, costUsd: 1.25 + 1 + 0.0625, costEstimated: true });
  expect(expenseOf({ ...nothingSeen, told }, 'unheard-of', {})).toEqual({
    usage: told,
    costUsd: null,
    costEstimated: false,
  });
  expect(expenseOf(nothingSeen, 'gpt-5', {})).toEqual({ usage: null, costUsd: null, costEstimated: false });
});
