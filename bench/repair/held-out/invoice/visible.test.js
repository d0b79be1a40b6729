import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDays, isOverdue, lineTotal, reference, summarise, vatOf } from '../src/invoice.js';

test('a line is quantity times price', () => assert.equal(lineTotal({ quantity: 3, price: 250 }), 750));
test('a discount is taken off', () => {
  assert.equal(lineTotal({ quantity: 2, price: 999, discount: { percent: 15 } }), 1698);
});
test('the standard rate', () => assert.equal(vatOf({ quantity: 1, price: 1000 }), 210));
test('the reduced rate', () => assert.equal(vatOf({ quantity: 1, price: 1000, vat: 'reduced' }), 90));
test('exempt', () => assert.equal(vatOf({ quantity: 1, price: 1000, vat: 'none' }), 0));
test('a summary adds up', () => {
  const lines = [{ quantity: 1, price: 1000 }, { quantity: 2, price: 500, vat: 'reduced' }];
  assert.deepEqual(summarise(lines), { net: 2000, vat: 300, gross: 2300 });
});
test('terms', () => {
  assert.equal(dueDays({}), 30);
  assert.equal(dueDays({ isLarge: true }), 60);
  assert.equal(dueDays({ terms: 0 }), 0);
});
test('overdue', () => {
  assert.equal(isOverdue({ date: 100, customer: {}, paid: false }, 131), true);
  assert.equal(isOverdue({ date: 100, customer: {}, paid: false }, 130), false);
  assert.equal(isOverdue({ date: 100, customer: {}, paid: true }, 200), false);
});
test('references are padded', () => assert.equal(reference({ year: 2024, number: 17 }), '2024-00017'));
