import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../src/binary-search.js';

test('found', () => assert.deepEqual(search([1, 3, 5, 7], 3), 1));
test('the last', () => assert.deepEqual(search([1, 3, 5, 7], 7), 3));
test('absent', () => assert.deepEqual(search([1, 3], 2), -1));
test('nothing', () => assert.deepEqual(search([], 1), -1));
