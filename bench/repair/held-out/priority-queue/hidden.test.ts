import { expect, test } from 'vitest';
import { PriorityQueue, sortedBy } from '../src/priority-queue';

test('many', () => {
  const values = Array.from({ length: 60 }, (_, n) => (n * 37) % 61);
  expect(sortedBy(values, (value) => value)).toEqual([...values].sort((a, b) => a - b));
});
test('by another order', () => expect(sortedBy(['ccc', 'a', 'bb'], (word) => word.length)).toEqual(['a', 'bb', 'ccc']));
test('none', () => expect(sortedBy([], () => 0)).toEqual([]));
test('one', () => {
  const queue = new PriorityQueue<number>();
  queue.push(4, 4);
  expect(queue.pop()).toBe(4);
  expect(queue.size).toBe(0);
  expect(queue.pop()).toBe(undefined);
});
test('interleaved', () => {
  const queue = new PriorityQueue<number>();
  for (const value of [3, 1, 2]) queue.push(value, value);
  expect(queue.pop()).toBe(1);
  queue.push(0, 0);
  expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([0, 2, 3]);
});
