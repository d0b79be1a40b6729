import { expect, test } from 'vitest';
import { area, contains, distance, intersection, polygonArea, scale } from '../src/geometry';

const box = { left: 10, top: 20, width: 30, height: 40 };

test('distance', () => expect(distance({ x: 1, y: 2 }, { x: 4, y: 6 })).toBe(5));
test('inside', () => {
  expect(contains(box, { x: 10, y: 20 })).toBe(true);
  expect(contains(box, { x: 39, y: 59 })).toBe(true);
});
test('outside', () => {
  expect(contains(box, { x: 40, y: 30 })).toBe(false);
  expect(contains(box, { x: 20, y: 60 })).toBe(false);
  expect(contains(box, { x: 20, y: 5 })).toBe(false);
});
test('area', () => expect(area(box)).toBe(1200));
test('shared part', () => {
  expect(intersection(box, { left: 30, top: 10, width: 30, height: 20 })).toEqual({ left: 30, top: 20, width: 10, height: 10 });
});
test('touching boxes share nothing', () => {
  expect(intersection(box, { left: 40, top: 20, width: 5, height: 5 })).toBe(null);
});
test('a polygon', () => {
  expect(polygonArea([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 3 }, { x: 0, y: 3 }])).toBe(12);
});
test('scaling', () => {
  expect(scale(box, 2)).toEqual({ left: 10, top: 20, width: 60, height: 80 });
  expect(scale(box)).toEqual(box);
});
