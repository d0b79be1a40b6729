import assert from 'node:assert/strict';
import { test } from 'node:test';
import { primes } from '../src/primes.js';

test('ten', () => assert.deepEqual(primes(10), [2, 3, 5, 7]));
test('with the limit', () => assert.deepEqual(primes(13), [2, 3, 5, 7, 11, 13]));
test('none', () => assert.deepEqual(primes(1), []));
