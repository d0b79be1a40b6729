import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayBefore, firstOf, inOrder, memoise, retry } from '../src/retry.js';

const failing = (times, value) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return value;
  };
};

test('what succeeds is returned', async () => assert.equal(await retry(failing(0, 'x')), 'x'));
test('the third attempt may succeed', async () => assert.equal(await retry(failing(2, 'x')), 'x'));
test('the last failure is thrown', async () => {
  await assert.rejects(() => retry(failing(3, 'x')), /failure 3/);
});
test('a fatal failure ends it', async () => {
  await assert.rejects(() => retry(failing(2, 'x'), { isFatal: () => true }), /failure 1/);
});
test('it waits between attempts only', async () => {
  const waited = [];
  const wait = async (ms) => void waited.push(ms);
  await assert.rejects(() => retry(failing(9, 'x'), { wait }));
  assert.deepEqual(waited, [100, 200]);
});
test('the delay is limited', () => assert.equal(delayBefore(20), 5000));
test('in order', async () => {
  assert.deepEqual(await inOrder([async () => 1, async () => 2]), [1, 2]);
});
test('the first good one', async () => {
  assert.equal(await firstOf([async () => 1, async () => 4, async () => 6], (n) => n > 3), 4);
  assert.equal(await firstOf([async () => 1], (n) => n > 3), null);
});
test('loaded once', async () => {
  let loads = 0;
  const get = memoise(async (key) => {
    loads += 1;
    return key.toUpperCase();
  });
  assert.equal(await get('a'), 'A');
  assert.equal(await get('a'), 'A');
  assert.equal(loads, 1);
});
