import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Basket, discount } from '../src/basket.js';

const tea = { name: 'tea', price: 450 };
const kettle = { name: 'kettle', price: 5000 };

test('an empty basket costs nothing', () => assert.equal(new Basket().total(), 0));

test('an empty basket holds nothing', () => assert.equal(new Basket().count, 0));

test('articles add up', () => {
  const basket = new Basket();
  basket.add(tea, 2);
  assert.equal(basket.total(), 900);
});

test('the same article twice is one line with both quantities', () => {
  const basket = new Basket();
  basket.add(tea);
  basket.add(tea, 2);
  assert.equal(basket.count, 3);
});

test('there is no discount below 50.00', () => assert.equal(discount(4999), 0));
test('the discount begins at 50.00 exactly', () => assert.equal(discount(5000), 500));

test('the receipt ends with the total', () => {
  const basket = new Basket();
  basket.add(kettle);
  assert.match(basket.receipt(), /^1 x kettle {2}50\.00\ntotal {2}45\.00$/);
});
