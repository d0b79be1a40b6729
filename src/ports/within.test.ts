import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isTimeout, within } from './within.ts';

const never = new AbortController().signal;
const deaf = () => new Promise<never>(() => {});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('what comes in time comes through', async () => {
  expect(await within(60_000, never, async () => 7)).toBe(7);
  await expect(within(60_000, never, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('time that is over ends also what does not listen, and whatever is collected meanwhile', async () => {
  const collecting = setInterval(collectGarbage, 5);
  try {
    const error = await within(100, never, deaf).catch((reason: unknown) => reason);
    expect(isTimeout(error)).toBe(true);
  } finally {
    clearInterval(collecting);
  }
});

test('the work is signalled that it timed out', async () => {
  let reason: unknown;
  const listening = (signal: AbortSignal) =>
    new Promise<never>(() => signal.addEventListener('abort', () => (reason = signal.reason)));
  await within(1, never, listening).catch(() => {});
  expect(isTimeout(reason)).toBe(true);
});

test('an abort ends it, before and meanwhile', async () => {
  const reason = new Error('interrupted');
  await expect(within(60_000, AbortSignal.abort(reason), deaf)).rejects.toBe(reason);
  const control = new AbortController();
  const waiting = within(60_000, control.signal, deaf);
  control.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
