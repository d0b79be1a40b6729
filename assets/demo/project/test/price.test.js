import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrice, parsePrice } from '../src/price.js';

test('a price with two decimals', () => assert.equal(parsePrice('12.34'), 1234));
test('a price without decimals', () => assert.equal(parsePrice('7'), 700));
test('a price with one decimal', () => assert.equal(parsePrice('3.5'), 350));
test('a comma is a decimal point too', () => assert.equal(parsePrice(' 0,99 '), 99));
test('nonsense is refused', () => assert.throws(() => parsePrice('cheap'), TypeError));
test('cents are padded', () => assert.equal(formatPrice(1205), '12.05'));
test('a refund is negative', () => assert.equal(formatPrice(-50), '-0.50'));
