import type { LoopState } from '../../../core/state/state.ts';

export interface PauseHere {
  /** A pause that was asked for here; `asking` leaves the request for the loop. */
  pause<T>(asking: () => Promise<T>): Promise<T>;
  /** A pause that is taken back while the loop runs; the request's `withdraw` tells whether nobody has taken it yet. */
  takeBack(asking: () => Promise<{ withdraw(): Promise<boolean> }>): Promise<void>;
  /** A key that was pressed while the loop was seen to be paused. */
  goOn(): void;
  /** Whether there is nobody left to be interrupted: the loop has paused and waits for a key. */
  leave(): boolean;
  /** A session has begun: what was wished of the one before is over. */
  onSessionStarted(): void;
  /** Whether the loop that has just paused goes on here; waits for a key where it was paused by one. */
  goesOn(state: LoopState, signal: AbortSignal): Promise<boolean>;
}

/**
 * A loop that is paused and taken up again by keys of one view. The view shows a pause as soon as it is recorded, before
 * the session has put its files away and given up its locks: a key that comes in between is kept for the end of it.
 */
export function pauseHere(): PauseHere {
  let isPauseRequested = false;
  let isResumeRequested = false;
  let cancelRequest: Promise<{ withdraw(): Promise<boolean> } | null> | null = null;
  let answer: ((goesOn: boolean) => void) | null = null;

  return {
    async pause(asking) {
      isPauseRequested = true;
      cancelRequest = null;
      return asking().catch((error: Error) => {
        isPauseRequested = false;
        throw error;
      });
    },
    async takeBack(asking) {
      const request = asking();
      cancelRequest = request.catch(() => null);
      await request;
      isPauseRequested = false;
    },
    goOn() {
      if (answer) answer(true);
      else isResumeRequested = true;
    },
    leave() {
      const waits = answer !== null;
      answer?.(false);
      return waits;
    },
    onSessionStarted() {
      [isPauseRequested, isResumeRequested, cancelRequest] = [false, false, null];
    },
    async goesOn({ ended, pausedBy }, signal) {
      // Written too late for the loop to heed it, and so later than whatever paused it.
      const late = await (await cancelRequest)?.withdraw();
      if (ended || pausedBy !== 'request' || signal.aborted) return false;
      if (isResumeRequested || late) return true;
      if (!isPauseRequested) return false;
      return new Promise<boolean>((resolve) => {
        answer = (goesOn) => {
          answer = null;
          resolve(goesOn);
        };
        signal.addEventListener('abort', () => answer?.(false), { once: true });
      });
    },
  };
}
