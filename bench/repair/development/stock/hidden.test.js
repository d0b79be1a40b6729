import assert from 'node:assert/strict';
import { test } from 'node:test';
import { order, Stock, value } from '../src/stock.js';

test('two receipts', () => {
  const stock = new Stock();
  stock.receive('a', 1);
  stock.receive('a', 2);
  assert.equal(stock.onHand('a'), 3);
});
test('one piece can be received', () => {
  const stock = new Stock();
  stock.receive('a', 1);
  assert.equal(stock.onHand('a'), 1);
});
test('negative receipt', () => assert.throws(() => new Stock().receive('a', -1), RangeError));
test('take from nothing', () => assert.deepEqual(new Stock().take('a', 2), { taken: 0, missing: 2 }));
test('take all', () => {
  const stock = new Stock();
  stock.receive('a', 2);
  assert.deepEqual(stock.take('a', 2), { taken: 2, missing: 0 });
});
test('low is below', () => {
  const stock = new Stock();
  stock.receive('a', 4);
  stock.receive('b', 5);
  stock.receive('c', 6);
  assert.deepEqual(stock.low(), ['a']);
  assert.deepEqual(stock.low(6), ['a', 'b']);
});
test('nothing to order', () => assert.deepEqual(order(new Stock(), []), []));
test('order from nothing', () => assert.deepEqual(order(new Stock(), [{ article: 'x', target: 9, pack: 4 }]), [{ article: 'x', packs: 3 }]));
test('exact packs', () => assert.deepEqual(order(new Stock(), [{ article: 'x', target: 8, pack: 4 }]), [{ article: 'x', packs: 2 }]));
test('no value', () => assert.equal(value(new Stock(), { a: 3 }), 0));
