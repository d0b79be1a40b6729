import { expect, test } from 'vitest';
import { PriorityQueue, sortedBy } from '../src/priority-queue';

const drained = (priorities: number[]) => sortedBy(priorities, (value) => value);

test('the lowest comes first', () => {
  const queue = new PriorityQueue<string>();
  queue.push('late', 9);
  queue.push('soon', 1);
  queue.push('later', 5);
  expect(queue.pop()).toBe('soon');
  expect(queue.size).toBe(2);
});
test('everything comes out in order', () => expect(drained([5, 3, 8, 1, 9, 2, 7])).toEqual([1, 2, 3, 5, 7, 8, 9]));
test('a descending list', () => expect(drained([6, 5, 4, 3, 2, 1])).toEqual([1, 2, 3, 4, 5, 6]));
test('peeking leaves it', () => {
  const queue = new PriorityQueue<string>();
  expect(queue.peek()).toBe(undefined);
  queue.push('a', 1);
  expect(queue.peek()).toBe('a');
  expect(queue.size).toBe(1);
});
test('an empty queue', () => expect(new PriorityQueue<number>().pop()).toBe(undefined));
