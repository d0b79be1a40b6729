import { describe, expect, test } from 'vitest';
import type { LoopState } from '../../../core/state/state.ts';
import { type PauseHere, pauseHere } from './pause-here.ts';

const sendRequest = (untaken: boolean) => async () => ({ withdraw: async () => untaken });
const never = new AbortController().signal;
const paused = (change: Partial<LoopState> = {}) => ({ ended: null, pausedBy: 'request', ...change }) as LoopState;

describe('a paused loop', () => {
  test.each<[string, (here: PauseHere) => unknown, boolean]>([
    [
      'continues by a key pressed before its session had ended',
      (here) => here.pause(sendRequest(false)).then(here.goOn),
      true,
    ],
    ['continues by that key even if another process paused it', (here) => here.goOn(), true],
    ['ends if another process paused it', () => {}, false],
    [
      'continues if the pause was cancelled too late for the loop to read it',
      async (here) => {
        await here.pause(sendRequest(false));
        await here.takeBack(sendRequest(true));
      },
      true,
    ],
    [
      'ends if the pause was cancelled in time, and another process paused it later',
      async (here) => {
        await here.pause(sendRequest(false));
        await here.takeBack(sendRequest(false));
      },
      false,
    ],
    [
      'ends if the pause could not be requested',
      (here) => here.pause(() => Promise.reject(new Error('the disk is full'))).catch(() => {}),
      false,
    ],
    [
      'ignores requests of the previous session',
      (here) => {
        here.goOn();
        here.onSessionStarted();
      },
      false,
    ],
  ])('%s', async (_, act, goesOn) => {
    const here = pauseHere();
    await act(here);
    expect(await here.goesOn(paused(), never)).toBe(goesOn);
  });

  test('waits for a key if a key paused it, even before the request is sent', async () => {
    const here = pauseHere();
    void here.pause(() => new Promise(() => {}));
    const goesOn = here.goesOn(paused(), never);
    await expect.poll(() => here.leave()).toBe(true);
    expect(await goesOn).toBe(false);
    expect(here.leave()).toBe(false);
  });

  test('continues by a key after its session has ended', async () => {
    const here = pauseHere();
    await here.pause(sendRequest(false));
    const goesOn = here.goesOn(paused(), never);
    await Promise.resolve();
    here.goOn();
    expect(await goesOn).toBe(true);
  });

  test.each<[string, Partial<LoopState>]>([
    ['interrupted', { pausedBy: 'interrupt' }],
    ['ended', { ended: {} as LoopState['ended'] }],
  ])('does not go on where it was %s', async (_, change) => {
    const here = pauseHere();
    await here.pause(sendRequest(false));
    here.goOn();
    expect(await here.goesOn(paused(change), never)).toBe(false);
  });

  test('does not outlive an interrupt', async () => {
    const here = pauseHere();
    await here.pause(sendRequest(false));
    const controller = new AbortController();
    const goesOn = here.goesOn(paused(), controller.signal);
    setImmediate(() => controller.abort());
    expect(await goesOn).toBe(false);
  });
});
