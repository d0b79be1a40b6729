/** When a search that has found something may stop looking for something better. */
export interface Patience {
  tried(): void;
  helped(fixed: number): void;
  isEnough(): boolean;
}

/**
 * A change that mends everything is compared with the next few dozen, because the first is not always the best; one that
 * mends a part is left to compete for longer.
 */
export function patience(failing: number, now: () => number): Patience {
  const began = now();
  let best = 0;
  let since = 0;
  let foundAt = began;
  return {
    tried: () => {
      since += 1;
    },
    helped(fixed) {
      if (fixed <= best) return;
      best = fixed;
      since = 0;
      foundAt = now();
    },
    isEnough() {
      if (best === 0) return false;
      const elapsed = now() - foundAt;
      const search = foundAt - began;
      return best === failing
        ? since >= 60 || elapsed > Math.max(2000, search * 0.5)
        : since >= 120 || elapsed > Math.max(3000, search);
    },
  };
}
