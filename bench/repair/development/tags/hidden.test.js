import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTags, parseTags, rename, similarity, topTags, withAll } from '../src/tags.js';

test('no tags', () => assert.deepEqual(parseTags(''), []));
test('only blanks', () => assert.deepEqual(parseTags(' , ,x'), ['x']));
test('order is kept', () => assert.deepEqual(parseTags('c,b,a'), ['c', 'b', 'a']));
test('count none', () => assert.deepEqual(countTags([]), {}));
test('count three', () => assert.deepEqual(countTags([{ tags: ['x'] }, { tags: ['x'] }, { tags: ['x'] }]), { x: 3 }));
test('more used first', () => assert.deepEqual(topTags([{ tags: ['z', 'a'] }, { tags: ['z'] }], 9), ['z', 'a']));
test('top none', () => assert.deepEqual(topTags([]), []));
test('everything has no wish', () => assert.equal(withAll([{ id: 1 }, { id: 2 }], []).length, 2));
test('untagged', () => assert.deepEqual(withAll([{ id: 1 }], ['x']), []));
test('all needed', () => assert.deepEqual(withAll([{ tags: ['a'] }], ['a', 'b']), []));
test('rename keeps the rest', () => assert.deepEqual(rename([{ id: 7, tags: ['a', 'b'] }], 'a', 'c'), [{ id: 7, tags: ['c', 'b'] }]));
test('the same', () => assert.equal(similarity(['a', 'b'], ['b', 'a']), 1));
test('nothing shared', () => assert.equal(similarity(['a'], ['b']), 0));
