import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cart } from '../src/cart.js';

const a = { id: 'a', price: 100 };
const b = { id: 'b', price: 300 };

test('three adds', () => assert.equal(new Cart().add(a).add(a).add(a).size, 3));
test('remove the second', () => {
  const cart = new Cart().add(a).add(b).add({ id: 'c', price: 7 });
  cart.remove('b');
  assert.equal(cart.subtotal(), 107);
});
test('remove from nothing', () => assert.equal(new Cart().remove('a'), false));
test('remove keeps the rest', () => {
  const cart = new Cart().add(a).add(b);
  cart.remove('a');
  assert.equal(cart.size, 1);
});
test('empty subtotal', () => assert.equal(new Cart().subtotal(), 0));
test('just below', () => assert.equal(new Cart().add({ id: 'x', price: 4999 }).shipping(), 495));
test('above', () => assert.equal(new Cart().add({ id: 'x', price: 9000 }).shipping(), 0));
test('bulky but dear', () => assert.equal(new Cart().add({ id: 'x', price: 9000, bulky: true }).shipping(), 0));
test('all bulky', () => assert.equal(new Cart().add({ id: 'x', price: 90, bulky: true }).shipping(), 1500));
test('voucher at the minimum', () => assert.equal(new Cart().add(b).applyVoucher({ percent: 50, minimum: 300 }), 150));
test('voucher over all', () => assert.equal(new Cart().add(b).applyVoucher({ percent: 100 }), 0));
test('cheapest of two', () => assert.equal(new Cart().add(b).add(a).cheapest().id, 'a'));
test('cheapest of two the other way', () => assert.equal(new Cart().add(a).add(b).cheapest().id, 'a'));
