import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gcd } from '../src/gcd.js';

test('common', () => assert.deepEqual(gcd(12, 18), 6));
test('prime', () => assert.deepEqual(gcd(7, 5), 1));
test('zero', () => assert.deepEqual(gcd(9, 0), 9));
