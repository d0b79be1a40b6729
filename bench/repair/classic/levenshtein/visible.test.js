import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance } from '../src/levenshtein.js';

test('kitten', () => assert.deepEqual(distance("kitten", "sitting"), 3));
test('same', () => assert.deepEqual(distance("abc", "abc"), 0));
test('from nothing', () => assert.deepEqual(distance("", "abc"), 3));
test('swap', () => assert.deepEqual(distance("ab", "ba"), 2));
