import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gcd } from '../src/gcd.js';

test('same', () => assert.deepEqual(gcd(8, 8), 8));
test('zero first', () => assert.deepEqual(gcd(0, 4), 4));
test('large', () => assert.deepEqual(gcd(1071, 462), 21));
test('negative', () => assert.deepEqual(gcd(-12, 18), 6));
