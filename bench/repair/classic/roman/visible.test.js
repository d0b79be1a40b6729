import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRoman } from '../src/roman.js';

test('small', () => assert.deepEqual(toRoman(3), "III"));
test('subtractive', () => assert.deepEqual(toRoman(944), "CMXLIV"));
test('year', () => assert.deepEqual(toRoman(2024), "MMXXIV"));
