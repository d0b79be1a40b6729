import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sort } from '../src/insertion-sort.js';

test('equal', () => assert.deepEqual(sort([2, 2, 1]), [1, 2, 2]));
test('sorted', () => assert.deepEqual(sort([1, 2, 3]), [1, 2, 3]));
test('negative', () => assert.deepEqual(sort([0, -5, 9, -7]), [-7, -5, 0, 9]));
test('two', () => assert.deepEqual(sort([2, 1]), [1, 2]));
