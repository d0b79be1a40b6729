import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance } from '../src/levenshtein.js';

test('to nothing', () => assert.deepEqual(distance("abcd", ""), 4));
test('one more', () => assert.deepEqual(distance("cat", "cart"), 1));
test('flaw', () => assert.deepEqual(distance("flaw", "lawn"), 2));
test('first letter', () => assert.deepEqual(distance("bat", "cat"), 1));
