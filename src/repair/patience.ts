/** Decides when a search that found something may stop looking for something better. */
export interface Patience {
  countAttempt(): void;
  helped(fixed: number, isDoubtful?: boolean): void;
  isEnough(): boolean;
}

/**
 * A change that fixes everything is compared with the next few dozen, because the first is not always the best. After a
 * partial fix, or one that is doubtful (it guesses a value, or asks another kind of question), the search goes on for longer.
 */
export function patience(failing: number, now: () => number): Patience {
  const startedAt = now();
  let best = 0;
  let bestIsDoubtful = false;
  let since = 0;
  let foundAt = startedAt;
  return {
    countAttempt: () => {
      since += 1;
    },
    helped(fixed, isDoubtful = false) {
      if (fixed < best || (fixed === best && (isDoubtful || !bestIsDoubtful))) return;
      best = fixed;
      bestIsDoubtful = isDoubtful;
      since = 0;
      foundAt = now();
    },
    isEnough() {
      if (best === 0) return false;
      const elapsed = now() - foundAt;
      const search = foundAt - startedAt;
      return best === failing && !bestIsDoubtful
        ? since >= 60 || elapsed > Math.max(2000, search * 0.5)
        : since >= 120 || elapsed > Math.max(3000, search);
    },
  };
}
