import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTags, parseTags, rename, similarity, topTags, withAll } from '../src/tags.js';

const notes = [
  { id: 1, tags: ['work', 'urgent'] },
  { id: 2, tags: ['home'] },
  { id: 3, tags: ['work', 'home'] },
  { id: 4 },
];

test('tags are trimmed and lower case', () => assert.deepEqual(parseTags(' Work, home '), ['work', 'home']));
test('each tag once', () => assert.deepEqual(parseTags('a,b,A,,b'), ['a', 'b']));
test('counting', () => assert.deepEqual(countTags(notes), { work: 2, urgent: 1, home: 2 }));
test('the top', () => assert.deepEqual(topTags(notes), ['home', 'work', 'urgent']));
test('the top two', () => assert.deepEqual(topTags(notes, 2), ['home', 'work']));
test('only three by default', () => {
  assert.equal(topTags([{ tags: ['a', 'b', 'c', 'd'] }]).length, 3);
});
test('notes with all tags', () => {
  assert.deepEqual(withAll(notes, ['work', 'home']).map(({ id }) => id), [3]);
  assert.deepEqual(withAll(notes, ['home']).map(({ id }) => id), [2, 3]);
});
test('renaming', () => {
  const renamed = rename(notes, 'home', 'house');
  assert.deepEqual(renamed[1].tags, ['house']);
  assert.deepEqual(renamed[0].tags, ['work', 'urgent']);
  assert.deepEqual(renamed[3].tags, []);
});
test('similarity', () => {
  assert.equal(similarity(['a', 'b'], ['b', 'c']), 1 / 3);
  assert.equal(similarity([], []), 0);
});
