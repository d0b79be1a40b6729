import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../src/binary-search.js';

test('the first', () => assert.deepEqual(search([2, 4, 6], 2), 0));
test('one', () => assert.deepEqual(search([9], 9), 0));
test('too large', () => assert.deepEqual(search([1, 2], 5), -1));
test('many', () => assert.deepEqual(search([1, 2, 3, 4, 5, 6, 7, 8], 6), 5));
