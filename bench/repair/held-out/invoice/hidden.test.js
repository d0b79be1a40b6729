import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDays, isOverdue, lineTotal, reference, summarise, vatOf } from '../src/invoice.js';

test('nothing ordered', () => assert.equal(lineTotal({ quantity: 0, price: 5 }), 0));
test('full discount', () => assert.equal(lineTotal({ quantity: 1, price: 80, discount: { percent: 100 } }), 0));
test('rounded discount', () => assert.equal(lineTotal({ quantity: 1, price: 33, discount: { percent: 50 } }), 16));
test('vat of a discounted line', () => assert.equal(vatOf({ quantity: 1, price: 2000, discount: { percent: 50 } }), 210));
test('empty invoice', () => assert.deepEqual(summarise([]), { net: 0, vat: 0, gross: 0 }));
test('three lines', () => {
  const line = { quantity: 1, price: 100, vat: 'none' };
  assert.deepEqual(summarise([line, line, line]), { net: 300, vat: 0, gross: 300 });
});
test('own terms of a large customer', () => assert.equal(dueDays({ terms: 14, isLarge: true }), 14));
test('on the day it is not overdue', () => assert.equal(isOverdue({ date: 0, customer: { terms: 10 }, paid: false }, 10), false));
test('a day later it is', () => assert.equal(isOverdue({ date: 0, customer: { terms: 10 }, paid: false }, 11), true));
test('large customers have time', () => assert.equal(isOverdue({ date: 0, customer: { isLarge: true }, paid: false }, 45), false));
test('a paid one is never overdue', () => assert.equal(isOverdue({ date: 0, customer: {}, paid: true }, 500), false));
test('long numbers', () => assert.equal(reference({ year: 1999, number: 123456 }), '1999-123456'));
