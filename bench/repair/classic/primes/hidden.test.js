import assert from 'node:assert/strict';
import { test } from 'node:test';
import { primes } from '../src/primes.js';

test('two', () => assert.deepEqual(primes(2), [2]));
test('thirty', () => assert.deepEqual(primes(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]));
test('a square', () => assert.deepEqual(primes(25).at(-1), 23));
