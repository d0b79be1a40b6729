import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestValue } from '../src/knapsack.js';

test('exactly', () => assert.deepEqual(bestValue([{ weight: 3, value: 7 }], 3), 7));
test('the better', () => assert.deepEqual(bestValue([{ weight: 3, value: 7 }, { weight: 3, value: 8 }], 4), 8));
test('none', () => assert.deepEqual(bestValue([], 4), 0));
