import assert from 'node:assert/strict';
import { test } from 'node:test';
import { order, Stock, value } from '../src/stock.js';

const filled = () => {
  const stock = new Stock();
  stock.receive('nut', 10);
  stock.receive('bolt', 3);
  return stock;
};

test('received goods are on hand', () => {
  const stock = filled();
  stock.receive('nut', 5);
  assert.equal(stock.onHand('nut'), 15);
});
test('unknown articles are not there', () => assert.equal(new Stock().onHand('nut'), 0));
test('nothing cannot be received', () => assert.throws(() => new Stock().receive('nut', 0), RangeError));
test('taking', () => {
  const stock = filled();
  assert.deepEqual(stock.take('nut', 4), { taken: 4, missing: 0 });
  assert.equal(stock.onHand('nut'), 6);
});
test('taking more than there is', () => {
  const stock = filled();
  assert.deepEqual(stock.take('bolt', 5), { taken: 3, missing: 2 });
  assert.equal(stock.onHand('bolt'), 0);
});
test('what runs low', () => {
  const stock = filled();
  stock.receive('cog', 5);
  stock.receive('axle', 1);
  assert.deepEqual(stock.low(), ['axle', 'bolt']);
  assert.deepEqual(stock.low(2), ['axle']);
});
test('orders are in whole packs', () => {
  const wanted = [{ article: 'nut', target: 25, pack: 10 }, { article: 'bolt', target: 3 }];
  assert.deepEqual(order(filled(), wanted), [{ article: 'nut', packs: 2 }]);
});
test('single pieces by default', () => {
  assert.deepEqual(order(filled(), [{ article: 'bolt', target: 7 }]), [{ article: 'bolt', packs: 4 }]);
});
test('the value', () => assert.equal(value(filled(), { nut: 2, bolt: 10 }), 50));
