import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestValue } from '../src/knapsack.js';

test('two of three', () => assert.deepEqual(bestValue([{ weight: 2, value: 3 }, { weight: 3, value: 4 }, { weight: 4, value: 5 }], 5), 7));
test('each once', () => assert.deepEqual(bestValue([{ weight: 1, value: 5 }], 3), 5));
test('nothing fits', () => assert.deepEqual(bestValue([{ weight: 9, value: 9 }], 3), 0));
