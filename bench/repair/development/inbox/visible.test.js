import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page, preview, sendAll, subjectOf, threads, unread } from '../src/inbox.js';

test('subjects without prefixes', () => {
  assert.equal(subjectOf('Re: Fwd: lunch '), 'lunch');
  assert.equal(subjectOf('Regards'), 'Regards');
});
test('threads by subject, newest first', () => {
  const all = threads([
    { subject: 'Re: lunch', at: 5 },
    { subject: 'budget', at: 3 },
    { subject: 'lunch', at: 1 },
    { subject: 'Fwd: budget', at: 9 },
  ]);
  assert.deepEqual(all.map((thread) => thread.map(({ at }) => at)), [[3, 9], [1, 5]]);
});
test('unread', () => {
  const messages = [{ readBy: ['ann'] }, { readBy: ['bob'] }, {}];
  assert.equal(unread(messages, 'ann'), 2);
});
test('pages', () => {
  const messages = Array.from({ length: 45 }, (_, n) => n);
  assert.deepEqual(page(messages, 1).items.slice(0, 2), [0, 1]);
  assert.equal(page(messages, 1).items.length, 20);
  assert.deepEqual(page(messages, 3), { items: [40, 41, 42, 43, 44], more: false });
  assert.equal(page(messages, 2).more, true);
});
test('the last full page has nothing after it', () => {
  assert.equal(page([1, 2, 3, 4], 2, 2).more, false);
});
test('previews are cut at a blank', () => {
  assert.equal(preview('Dear all,\n the meeting is moved', 20), 'Dear all, the…');
  assert.equal(preview('short  text'), 'short text');
  assert.equal(preview('abcdefghij', 4), 'abcd…');
});
test('failures are collected', async () => {
  const sent = [];
  const failed = await sendAll(['a', 'bad', 'c'], async (message) => {
    if (message === 'bad') throw new Error('refused');
    sent.push(message);
  });
  assert.deepEqual(sent, ['a', 'c']);
  assert.deepEqual(failed, [{ message: 'bad', reason: 'refused' }]);
});
