import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cart } from '../src/cart.js';

const pen = { id: 'pen', price: 150 };
const desk = { id: 'desk', price: 4200, bulky: true };
const lamp = { id: 'lamp', price: 1999 };

test('articles are counted', () => assert.equal(new Cart().add(pen, 2).add(lamp).size, 3));
test('the same article is one line', () => assert.equal(new Cart().add(pen, 2).add(pen, 3).subtotal(), 750));
test('a subtotal', () => assert.equal(new Cart().add(pen, 2).add(lamp).subtotal(), 2299));
test('removal', () => {
  const cart = new Cart().add(pen).add(lamp);
  assert.equal(cart.remove('pen'), true);
  assert.equal(cart.subtotal(), 1999);
  assert.equal(cart.remove('pen'), false);
});
test('shipping of small things', () => assert.equal(new Cart().add(pen).shipping(), 495));
test('shipping of bulky things', () => assert.equal(new Cart().add(pen).add(desk).shipping(), 1500));
test('shipping is free at 50.00', () => assert.equal(new Cart().add({ id: 'x', price: 2500 }, 2).shipping(), 0));
test('shipping of nothing', () => assert.equal(new Cart().shipping(), 0));
test('a voucher', () => assert.equal(new Cart().add(lamp).applyVoucher({ percent: 10 }), 1799));
test('a voucher with a minimum', () => {
  assert.equal(new Cart().add(lamp).applyVoucher({ percent: 10, minimum: 2000 }), 1999);
  assert.equal(new Cart().add(lamp, 2).applyVoucher({ percent: 10, minimum: 2000 }), 3598);
});
test('the cheapest', () => assert.equal(new Cart().add(desk).add(pen).add(lamp).cheapest().id, 'pen'));
test('the cheapest of nothing', () => assert.equal(new Cart().cheapest(), null));
