import type { LoopState } from '../../../core/state/state.ts';

export interface PauseHere {
  /** Requests a pause; `asking` sends the request to the loop. */
  pause<T>(asking: () => Promise<T>): Promise<T>;
  /** Cancels a pause while the loop still runs; `withdraw` resolves to true if the loop has not read the request yet. */
  takeBack(asking: () => Promise<{ withdraw(): Promise<boolean> }>): Promise<void>;
  /** Handles the continue key on a paused loop. */
  goOn(): void;
  /** Leaves the view; true if the loop is paused and waits for a key, so there is nothing to interrupt. */
  leave(): boolean;
  /** Resets the requests of the previous session. */
  onSessionStarted(): void;
  /** Whether the loop that just paused continues here; waits for a key if a key paused it. */
  goesOn(state: LoopState, signal: AbortSignal): Promise<boolean>;
}

/**
 * Pauses and continues a loop by keys in one view. The view shows a pause as soon as it is recorded, before the session
 * has closed its files and released its locks: a key pressed in between takes effect when the session ends.
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
      // The loop did not read the cancellation in time, so it came after whatever paused the loop.
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
