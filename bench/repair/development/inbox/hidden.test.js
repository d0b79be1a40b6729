import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, preview, sendAll, subjectOf, threads, unread } from '../src/inbox.js';

test('many prefixes', () => assert.equal(subjectOf('RE: re: Re: x'), 'x'));
test('no threads', () => assert.deepEqual(threads([]), []));
test('one thread in order', () => assert.deepEqual(threads([{ subject: 'a', at: 2 }, { subject: 'a', at: 1 }])[0].map(({ at }) => at), [1, 2]));
test('three threads', () => {
  const all = threads([{ subject: 'a', at: 1 }, { subject: 'b', at: 3 }, { subject: 'c', at: 2 }]);
  assert.deepEqual(all.map(([first]) => first.subject), ['b', 'c', 'a']);
});
test('all read', () => assert.equal(unread([{ readBy: ['x', 'y'] }], 'y'), 0));
test('nobody read', () => assert.equal(unread([{}, {}], 'y'), 2));
test('second page of three', () => assert.deepEqual(page([1, 2, 3, 4, 5], 2, 2), { items: [3, 4], more: true }));
test('past the end', () => assert.deepEqual(page([1], 5, 2), { items: [], more: false }));
test('exact length', () => assert.equal(preview('abcd', 4), 'abcd'));
test('blank at the cut', () => assert.equal(preview('abcd efgh', 4), 'abcd…'));
test('long word first', () => assert.equal(preview('abcdefgh ij', 5), 'abcde…'));
test('all fail', async () => {
  const failed = await sendAll([1, 2], async () => { throw new Error('x'); });
  assert.equal(failed.length, 2);
});
