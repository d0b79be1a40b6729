import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sort } from '../src/insertion-sort.js';

test('mixed', () => assert.deepEqual(sort([3, 1, 2]), [1, 2, 3]));
test('reversed', () => assert.deepEqual(sort([5, 4, 3, 2, 1]), [1, 2, 3, 4, 5]));
test('empty', () => assert.deepEqual(sort([]), []));
