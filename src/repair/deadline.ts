/** When a search ends. What it found by then is checked and delivered for a little longer, so that it is not lost. */
export interface Deadline {
  search: AbortSignal;
  /** Fires later than `search`. */
  verify: AbortSignal;
  /** Something was found: it is waited for until `verify`. */
  hold(): void;
  isHeld(): boolean;
}

/** Share of the budget reserved for stopping processes, delivering and cleaning up. */
const RESERVE = 0.05;
/** How much longer what was found may take. */
const EXTRA = 0.25;
const MAX_EXTRA_MS = 15_000;
/** What still runs so long after the last limit is abandoned; the next start cleans up. */
const LATE_MS = 400;

/** The limits of this process, from its start; `abandon` ends it. */
export function deadlineIn(budgetMs: number, abandon: () => void): Deadline {
  const [search, verify] = [new AbortController(), new AbortController()];
  const extraMs = Math.min(MAX_EXTRA_MS, budgetMs * EXTRA);
  const endsMs = budgetMs - Math.min(2000, budgetMs * RESERVE);
  let held = false;
  at(endsMs, () => search.abort(new Error('the time is up')));
  at(endsMs + extraMs, () => verify.abort(new Error('the time is up')));
  at(budgetMs + LATE_MS, () => {
    if (!held) abandon();
  });
  at(budgetMs + extraMs + LATE_MS, abandon);
  return {
    search: search.signal,
    verify: verify.signal,
    hold: () => {
      held = true;
    },
    isHeld: () => held,
  };
}

/** All at once, and nothing longer. */
export const noLonger = (signal: AbortSignal): Deadline => ({
  search: signal,
  verify: signal,
  hold: () => {},
  isHeld: () => false,
});

function at(ms: number, act: () => void): void {
  setTimeout(act, Math.max(100, ms - performance.now())).unref();
}
