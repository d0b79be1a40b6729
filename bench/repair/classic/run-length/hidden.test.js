import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../src/run-length.js';

test('one run', () => assert.deepEqual(encode("zzzz"), "4z"));
test('again', () => assert.deepEqual(encode("aabaa"), "2a1b2a"));
test('two', () => assert.deepEqual(encode("ab"), "1a1b"));
