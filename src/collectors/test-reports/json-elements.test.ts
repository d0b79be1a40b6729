import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonElements } from './json-elements.ts';

function readElements(text: string, array: string, size = text.length) {
  const elements: unknown[] = [];
  const document = jsonElements(array, (value) => elements.push(value));
  for (let at = 0; at < text.length; at += Math.max(1, size)) document.write(text.slice(at, at + Math.max(1, size)));
  return { elements, ...document.end() };
}

describe('the elements of an array inside a document', () => {
  it('come one by one, without the values around them', () => {
    const text =
      '{"a": [1, {"x": [2]}], "r": {"x": {"tests": [0]}, "tests": [ {"n": "]"}, 2, "a,b", [3], null ], "s": 1}, "tests": [9]}';
    expect(readElements(text, 'r.tests')).toEqual({
      elements: [{ n: ']' }, 2, 'a,b', [3], null],
      rest: { a: [1, { x: [2] }], r: { x: { tests: [0] }, tests: [], s: 1 }, tests: [9] },
      isClosed: true,
      skippedElements: 0,
    });
  });

  it('come up to the last complete one if the document is truncated', () => {
    expect(readElements('{"t":[{"n":1},{"n":2},{"n":', 't')).toMatchObject({
      elements: [{ n: 1 }, { n: 2 }],
      rest: null,
      isClosed: false,
    });
  });

  it('are those that JSON.parse finds, for every document however it is split', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.array(json), json, fc.integer({ min: 1, max: 50 }), fc.boolean(), (tests, other, size, pretty) => {
        const text = JSON.stringify({ other, tests, last: other }, null, pretty ? 2 : 0);
        const plain = JSON.parse(JSON.stringify({ other, tests, last: other }));
        expect(readElements(text, 'tests', size)).toEqual({
          elements: plain.tests,
          rest: { ...plain, tests: [] },
          isClosed: true,
          skippedElements: 0,
        });
      }),
    );
  });
});
