import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../src/run-length.js';

test('runs', () => assert.deepEqual(encode("aaabbc"), "3a2b1c"));
test('single', () => assert.deepEqual(encode("abc"), "1a1b1c"));
test('nothing', () => assert.deepEqual(encode(""), ""));
