import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSort } from '../src/merge-sort.js';

test('none', () => assert.deepEqual(mergeSort([]), []));
test('twins', () => assert.deepEqual(mergeSort([1, 3, 1]), [1, 1, 3]));
test('sorted', () => assert.deepEqual(mergeSort([1, 2, 3, 4]), [1, 2, 3, 4]));
