import { describe, expect, test } from 'vitest';
import type { LoopState } from '../../../core/state/state.ts';
import { type PauseHere, pauseHere } from './pause-here.ts';

const left = (untaken: boolean) => async () => ({ withdraw: async () => untaken });
const never = new AbortController().signal;
const paused = (change: Partial<LoopState> = {}) => ({ ended: null, pausedBy: 'request', ...change }) as LoopState;

describe('a loop that has paused', () => {
  test.each<[string, (here: PauseHere) => unknown, boolean]>([
    [
      'goes on by a key that came before its session had ended',
      (here) => here.pause(left(false)).then(here.goOn),
      true,
    ],
    ['goes on by that key also where another process paused it', (here) => here.goOn(), true],
    ['ends where another process paused it', () => {}, false],
    [
      'goes on where the pause was taken back too late for the loop to heed it',
      async (here) => {
        await here.pause(left(false));
        await here.takeBack(left(true));
      },
      true,
    ],
    [
      'ends where the pause was taken back in time, and another process paused it after that',
      async (here) => {
        await here.pause(left(false));
        await here.takeBack(left(false));
      },
      false,
    ],
    [
      'ends where the pause could not be asked for',
      (here) => here.pause(() => Promise.reject(new Error('the disk is full'))).catch(() => {}),
      false,
    ],
    [
      'ends where what was wished belongs to the session before',
      (here) => {
        here.goOn();
        here.onSessionStarted();
      },
      false,
    ],
  ])('%s', async (_, wished, goesOn) => {
    const here = pauseHere();
    await wished(here);
    expect(await here.goesOn(paused(), never)).toBe(goesOn);
  });

  test('waits for a key where one paused it, though the request is on its way yet', async () => {
    const here = pauseHere();
    void here.pause(() => new Promise(() => {}));
    const goesOn = here.goesOn(paused(), never);
    await expect.poll(() => here.leave()).toBe(true);
    expect(await goesOn).toBe(false);
    expect(here.leave()).toBe(false);
  });

  test('goes on by a key after its session has ended', async () => {
    const here = pauseHere();
    await here.pause(left(false));
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
    await here.pause(left(false));
    here.goOn();
    expect(await here.goesOn(paused(change), never)).toBe(false);
  });

  test('does not outlive an interrupt', async () => {
    const here = pauseHere();
    await here.pause(left(false));
    const controller = new AbortController();
    const goesOn = here.goesOn(paused(), controller.signal);
    setImmediate(() => controller.abort());
    expect(await goesOn).toBe(false);
  });
});
