/** Decides when a search that found something may stop looking for something better. */
export interface Patience {
  countAttempt(): void;
  helped(fixed: number, isGuess?: boolean): void;
  isEnough(): boolean;
}

/**
 * A change that fixes everything is compared with the next few dozen, because the first is not always the best. After a
 * partial fix, or one that only guesses a value, the search goes on for longer.
 */
export function patience(failing: number, now: () => number): Patience {
  const startedAt = now();
  let best = 0;
  let bestIsGuess = false;
  let since = 0;
  let foundAt = startedAt;
  return {
    countAttempt: () => {
      since += 1;
    },
    helped(fixed, isGuess = false) {
      if (fixed < best || (fixed === best && (isGuess || !bestIsGuess))) return;
      best = fixed;
      bestIsGuess = isGuess;
      since = 0;
      foundAt = now();
    },
    isEnough() {
      if (best === 0) return false;
      const elapsed = now() - foundAt;
      const search = foundAt - startedAt;
      return best === failing && !bestIsGuess
        ? since >= 60 || elapsed > Math.max(2000, search * 0.5)
        : since >= 120 || elapsed > Math.max(3000, search);
    },
  };
}
