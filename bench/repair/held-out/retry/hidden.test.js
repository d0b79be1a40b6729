import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayBefore, firstOf, inOrder, memoise, retry } from '../src/retry.js';

test('the attempt is told', async () => {
  const seen = [];
  await retry(async (n) => {
    seen.push(n);
    if (n < 3) throw new Error('x');
  });
  assert.deepEqual(seen, [1, 2, 3]);
});
test('one attempt', async () => {
  let calls = 0;
  await assert.rejects(() => retry(async () => { calls += 1; throw new Error('no'); }, { attempts: 1 }), /no/);
  assert.equal(calls, 1);
});
test('five attempts', async () => {
  let calls = 0;
  await assert.rejects(() => retry(async () => { calls += 1; throw new Error('no'); }, { attempts: 5 }));
  assert.equal(calls, 5);
});
test('delays double', () => assert.deepEqual([2, 3, 4, 5].map(delayBefore), [100, 200, 400, 800]));
test('no tasks', async () => assert.deepEqual(await inOrder([]), []));
test('values, not promises', async () => assert.deepEqual(await inOrder([async () => 'a']), ['a']));
test('nothing good', async () => assert.equal(await firstOf([], () => true), null));
test('the very first', async () => assert.equal(await firstOf([async () => 9, async () => 8], () => true), 9));
test('keys apart', async () => {
  const get = memoise(async (key) => key + 1);
  assert.equal(await get(1), 2);
  assert.equal(await get(2), 3);
});
test('undefined is remembered', async () => {
  let loads = 0;
  const get = memoise(async () => void (loads += 1));
  await get('k');
  await get('k');
  assert.equal(loads, 1);
});
