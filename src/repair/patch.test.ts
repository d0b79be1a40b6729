import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, applyHunk, applyHunks, hunkOf, invertHunk } from './patch.ts';

const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 12 });

test('a hunk turns the old text into the new one, and back', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.stringMatching(/^[A-Z]{1,5}$/), (all, at, put) => {
      const before = all.join('\n');
      const after = all.with(at % all.length, put).join('\n');
      const hunk = hunkOf('a.js', before, after);
      expect(applyHunk(before, hunk)).toBe(after);
      expect(applyHunk(after, invertHunk(hunk))).toBe(before);
    }),
  );
});

test('an ambiguous place is not guessed', () => {
  expect(applyHunk('a\nb\na\nb', { before: 'a\nb', after: 'c' })).toBeNull();
});

test('edits are applied from the end', () => {
  const edits = [
    { start: 0, end: 1, text: 'xx' },
    { start: 2, end: 3, text: '' },
  ];
  expect(applyEdits('abc', edits)).toBe('xxb');
});

test('one hunk that does not fit rejects all', () => {
  const sources = new Map([['a.js', 'one\ntwo']]);
  const fits = { path: 'a.js', before: 'one', after: '1' };
  expect(applyHunks(sources, [fits])).toEqual([{ path: 'a.js', before: 'one\ntwo', after: '1\ntwo' }]);
  expect(applyHunks(sources, [fits, { path: 'a.js', before: 'one', after: '2' }])).toBeNull();
});
