import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryFee, delivers } from '../src/delivery.js';

const hours = { opens: 9, closes: 18 };

test('a small order pays for its delivery', () => assert.equal(deliveryFee({ net: 1000, gross: 1210 }), 495));
test('a large order does not', () => assert.equal(deliveryFee({ net: 6000, gross: 7260 }), 0));
test('tax does not make an order large', () => assert.equal(deliveryFee({ net: 4132, gross: 5000 }), 495));
test('delivery at noon', () => assert.equal(delivers(12, hours), true));
test('delivery at the opening hour', () => assert.equal(delivers(9, hours), true));
test('no delivery at the closing hour', () => assert.equal(delivers(18, hours), false));
test('no delivery at night', () => assert.equal(delivers(3, hours), false));
