import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, gaps, isFree, overlaps, utilisation } from '../src/bookings.js';

test('containment overlaps', () => assert.equal(overlaps({ start: 1, end: 9 }, { start: 3, end: 4 }), true));
test('far apart', () => assert.equal(overlaps({ start: 1, end: 2 }, { start: 5, end: 6 }), false));
test('far apart the other way', () => assert.equal(overlaps({ start: 5, end: 6 }, { start: 1, end: 2 }), false));
test('an empty calendar is free', () => assert.equal(isFree([], { start: 1, end: 2 }), true));
test('the second of two blocks', () => assert.equal(isFree([{ start: 1, end: 2 }, { start: 5, end: 9 }], { start: 6, end: 7 }), false));
test('three in order', () => {
  const all = book([{ start: 1, end: 2 }, { start: 9, end: 10 }], { start: 4, end: 5 });
  assert.deepEqual(all.map(({ start }) => start), [1, 4, 9]);
});
test('backwards is refused', () => assert.throws(() => book([], { start: 9, end: 3 }), RangeError));
test('a whole empty day', () => assert.deepEqual(gaps([], { opens: 0, closes: 60 }), [{ start: 0, end: 60 }]));
test('exactly long enough', () => assert.deepEqual(gaps([], { opens: 0, closes: 45, minutes: 45 }), [{ start: 0, end: 45 }]));
test('too short', () => assert.deepEqual(gaps([], { opens: 0, closes: 29 }), []));
test('utilisation of two', () => assert.equal(utilisation([{ start: 0, end: 10 }, { start: 20, end: 40 }], { opens: 0, closes: 60 }), 0.5));
test('an idle day', () => assert.equal(utilisation([], { opens: 0, closes: 60 }), 0));
