import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxSum } from '../src/kadane.js';

test('all positive', () => assert.deepEqual(maxSum([1, 2, 3]), 6));
test('at the end', () => assert.deepEqual(maxSum([-9, 4, 5]), 9));
test('at the start', () => assert.deepEqual(maxSum([4, 5, -20, 3]), 9));
