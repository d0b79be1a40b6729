import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRoman } from '../src/roman.js';

test('one', () => assert.deepEqual(toRoman(1), "I"));
test('ninety', () => assert.deepEqual(toRoman(99), "XCIX"));
test('large', () => assert.deepEqual(toRoman(3999), "MMMCMXCIX"));
