import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSort } from '../src/merge-sort.js';

test('mixed', () => assert.deepEqual(mergeSort([4, 1, 3, 2]), [1, 2, 3, 4]));
test('one', () => assert.deepEqual(mergeSort([1]), [1]));
test('many', () => assert.deepEqual(mergeSort([9, 8, 7, 6, 5]), [5, 6, 7, 8, 9]));
