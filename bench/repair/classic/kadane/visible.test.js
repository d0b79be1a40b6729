import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxSum } from '../src/kadane.js';

test('mixed', () => assert.deepEqual(maxSum([-2, 1, -3, 4, -1, 2, 1, -5, 4]), 6));
test('all negative', () => assert.deepEqual(maxSum([-3, -1, -2]), -1));
test('one', () => assert.deepEqual(maxSum([5]), 5));
