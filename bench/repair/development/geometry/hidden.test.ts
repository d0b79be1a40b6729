import { expect, test } from 'vitest';
import { area, contains, distance, intersection, polygonArea, scale } from '../src/geometry';

test('no distance', () => expect(distance({ x: 3, y: 3 }, { x: 3, y: 3 })).toBe(0));
test('along x', () => expect(distance({ x: -2, y: 1 }, { x: 5, y: 1 })).toBe(7));
test('left of', () => expect(contains({ left: 0, top: 0, width: 2, height: 2 }, { x: -1, y: 1 })).toBe(false));
test('in the middle', () => expect(contains({ left: 0, top: 0, width: 2, height: 2 }, { x: 1, y: 1 })).toBe(true));
test('no area', () => expect(area({ left: 1, top: 1, width: 0, height: 9 })).toBe(0));
test('inside each other', () => {
  const inner = { left: 2, top: 2, width: 1, height: 1 };
  expect(intersection({ left: 0, top: 0, width: 9, height: 9 }, inner)).toEqual(inner);
});
test('apart', () => expect(intersection({ left: 0, top: 0, width: 1, height: 1 }, { left: 5, top: 5, width: 1, height: 1 })).toBe(null));
test('above each other', () => expect(intersection({ left: 0, top: 0, width: 1, height: 1 }, { left: 0, top: 1, width: 1, height: 1 })).toBe(null));
test('triangle', () => expect(polygonArea([{ x: 1, y: 1 }, { x: 5, y: 1 }, { x: 1, y: 4 }])).toBe(6));
test('clockwise', () => expect(polygonArea([{ x: 0, y: 3 }, { x: 4, y: 3 }, { x: 4, y: 0 }, { x: 0, y: 0 }])).toBe(12));
test('scale by a half', () => expect(scale({ left: 1, top: 1, width: 4, height: 2 }, 0.5)).toEqual({ left: 1, top: 1, width: 2, height: 1 }));
