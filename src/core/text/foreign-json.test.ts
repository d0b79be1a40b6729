import { expect, it } from 'vitest';
import * as read from './foreign-json.ts';

const nothing = [undefined, null, true, 1, 'word', [1], () => 1];

it('takes for an object what is one, and neither a list nor null', () => {
  expect(read.fields({ a: 1 })).toEqual({ a: 1 });
  for (const value of nothing) {
    expect(read.isFields(value)).toBe(false);
    expect(read.fields(value)).toBeNull();
    expect(read.fieldsOrEmpty(value)).toEqual({});
  }
});

it('finds the object on a line, and no other JSON', () => {
  expect(read.objectOn(' {"a":1}')).toEqual({ a: 1 });
  for (const line of ['[{}]', '{"a":', 'said {"a":1}', '']) expect(read.objectOn(line)).toBeNull();
  expect(read.parseJson('oops')).toBeUndefined();
  expect(read.parseJson('null')).toBeNull();
});

it('follows keys as far as there are any', () => {
  expect(read.valueAt({ a: { b: 2 } }, 'a', 'b')).toBe(2);
  for (const value of nothing) expect(read.valueAt({ a: value }, 'a', 'b')).toBeUndefined();
});

it('distinguishes an empty text from none', () => {
  expect([read.text(''), read.textOrEmpty(''), read.nonEmptyText('')]).toEqual(['', '', null]);
  expect([read.text(1), read.textOrEmpty(1), read.nonEmptyText(1)]).toEqual([null, '', null]);
  expect(read.nonEmptyText('word')).toBe('word');
});

it('reads lists of what is wanted', () => {
  expect(read.listOfTexts(['a', 1, 'b', null])).toEqual(['a', 'b']);
  expect(read.listOfFields([{ a: 1 }, 1])).toEqual([{ a: 1 }, {}]);
  expect([read.list('abc'), read.listOfTexts({}), read.listOfFields(null)]).toEqual([[], [], []]);
});
