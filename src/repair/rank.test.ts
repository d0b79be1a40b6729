import { expect, test } from 'vitest';
import { candidatesFor } from './candidates/index.ts';
import { parseSource } from './model/syntax.ts';
import { patience } from './patience.ts';
import { bestOf } from './rank.ts';

const patch = (label: string, cost: number, isGuess?: boolean) => ({
  type: 'helped' as const,
  base: 'b',
  fixed: 1,
  failing: 1,
  patch: { hunks: [], operator: 'x', label, line: 1, cost, priority: 0.5, ...(isGuess && { isGuess }) },
});

test('of changes that pass the same tests one that guesses a value is the last choice, however small', () => {
  expect(bestOf([patch('n + 1 → n + 200', 2, true), patch('if (n > 3) …', 8)])?.patch.label).toBe('if (n > 3) …');
  expect(bestOf([patch('a', 3, true), patch('b', 2, true)])?.patch.label).toBe('b');
  expect(bestOf([{ ...patch('guess', 2, true), fixed: 2 }, patch('b', 1)])?.patch.label).toBe('guess');
});

test('of changes that pass the same tests the one that keeps an order an order is better than one that asks for equality', () => {
  const equality = {
    ...patch('n < 11 → n !== 11', 2),
    patch: { ...patch('n < 11 → n !== 11', 2).patch, priority: 0.25, changesKind: true },
  };
  expect(bestOf([equality, patch('n < 11 → n > 11', 2)])?.patch.label).toBe('n < 11 → n > 11');
  expect(bestOf([equality, patch('n < 11 → n > 10', 4)])?.patch.label).toBe('n < 11 → n > 10');
  expect(bestOf([equality, patch('another place, three changes', 6)])?.patch.label).toBe('n < 11 → n !== 11');
});

test('comparisons in another direction are tried before those for equality', async () => {
  const parsed = await parseSource('a.js', 'export const f = (n) => n < 11;\n');
  if (!parsed) throw new Error('not parsed');
  const candidates = candidatesFor([parsed], { suspects: [], at: () => 1 }, () => 1).filter(
    ({ operator }) => operator === 'comparison',
  );
  expect(candidates.map(({ label, changesKind }) => [label, changesKind ?? false])).toEqual([
    ['`<` → `<=`', false],
    ['`<` → `>`', false],
    ['`<` → `>=`', false],
    ['`<` → `!==`', true],
  ]);
});

test('guards and conditions are tried before values from elsewhere; usual ones stay where they are', async () => {
  const text = 'const limit = 200;\nexport function f(n) {\n  if (n > limit) return n + 1;\n  return n;\n}\n';
  const parsed = await parseSource('a.js', text);
  if (!parsed) throw new Error('not parsed');
  const everywhere = { suspects: [], at: () => 1 };
  const candidates = candidatesFor([parsed], everywhere, () => 1);
  const place = (label: string) => candidates.findIndex((one) => one.label === label);
  const guess = place('`1` → `200`');
  expect(candidates[guess]?.isGuess).toBe(true);
  expect(place('`1` → `0`')).toBeLessThan(guess);
  const lastCheck = candidates.findLastIndex(({ operator }) => /comparison|logic/.test(operator));
  expect(lastCheck).toBeLessThan(guess);
});

test('a search that has only guessed a value goes on for longer', () => {
  const attempts = (isGuess: boolean) => {
    const patient = patience(1, () => 0);
    patient.helped(1, isGuess);
    let count = 0;
    while (!patient.isEnough()) {
      patient.countAttempt();
      count += 1;
    }
    return count;
  };
  expect([attempts(false), attempts(true)]).toEqual([60, 120]);
});
