import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, gaps, isFree, overlaps, utilisation } from '../src/bookings.js';

const day = { opens: 540, closes: 1020 };

test('bookings that share time overlap', () => {
  assert.equal(overlaps({ start: 600, end: 660 }, { start: 630, end: 700 }), true);
  assert.equal(overlaps({ start: 630, end: 700 }, { start: 600, end: 660 }), true);
});
test('one may begin when the other ends', () => {
  assert.equal(overlaps({ start: 600, end: 660 }, { start: 660, end: 700 }), false);
  assert.equal(overlaps({ start: 660, end: 700 }, { start: 600, end: 660 }), false);
});
test('a slot is free when nothing overlaps it', () => {
  assert.equal(isFree([{ start: 600, end: 660 }, { start: 700, end: 720 }], { start: 660, end: 700 }), true);
  assert.equal(isFree([{ start: 600, end: 660 }, { start: 700, end: 720 }], { start: 650, end: 700 }), false);
});
test('bookings are kept in order', () => {
  assert.deepEqual(
    book([{ start: 700, end: 720 }], { start: 600, end: 660 }).map(({ start }) => start),
    [600, 700],
  );
});
test('a taken slot is refused', () => assert.equal(book([{ start: 600, end: 660 }], { start: 600, end: 660 }), null));
test('a booking of no length is refused', () => assert.throws(() => book([], { start: 600, end: 600 }), RangeError));
test('gaps between bookings', () => {
  const found = gaps([{ start: 540, end: 600 }, { start: 660, end: 1000 }], day);
  assert.deepEqual(found, [{ start: 600, end: 660 }]);
});
test('the default gap is half an hour', () => {
  assert.deepEqual(gaps([{ start: 570, end: 995 }], day), [{ start: 540, end: 570 }]);
});
test('nested bookings do not open a gap', () => {
  assert.deepEqual(gaps([{ start: 540, end: 900 }, { start: 600, end: 660 }], day), [{ start: 900, end: 1020 }]);
});
test('utilisation of a day', () => assert.equal(utilisation([{ start: 540, end: 660 }], day), 0.25));
