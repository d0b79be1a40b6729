import type { TestsMoved } from '../../core/analytics/overview.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { GrownFunction } from '../../core/metrics/metrics.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `17:05` if today, else `2026-11-16 17:05`: local time in one format everywhere. */
export function clockTime(at: number, now: number): string {
  const [date, time] = local(at);
  return date === local(now)[0] ? time : `${date} ${time}`;
}

function local(at: number): [date: string, time: string] {
  const when = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
  return [date, `${two(when.getHours())}:${two(when.getMinutes())}`];
}

/** `2 of 3 iterations and 1 by hand`: iterations by hand do not count against the limit but are shown. */
export function iterationsText(used: number, byHand: number, limit: number | null = null): string {
  const launched = limit === null ? plural(used, 'iteration') : `${used} of ${limit} iterations`;
  return `${launched}${byHandText(byHand)}`;
}

export function byHandText(count: number): string {
  return count > 0 ? ` and ${count} by hand` : '';
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function testsMovedText(tests: TestsMoved | null): string | null {
  if (!tests) return null;
  const { before, passed, total, skipped, partial } = tests;
  if (total === 0) return 'no tests counted';
  const moved = before !== null && before !== passed ? `${before}→` : '';
  const notes = [...(skipped ? [`${skipped} skipped`] : []), ...(partial ? ['incomplete run'] : [])];
  return `tests ${moved}${passed}/${total}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** `src/parse.ts:12 read: complexity 4 → 11`. */
export function grownText({ file, line, name, from, to }: GrownFunction): string {
  return `${file}:${line} ${name}: complexity ${from === 0 ? '' : `${from} → `}${to}${from === 0 ? ' (new)' : ''}`;
}

export function outcomeMark(verdict: Verdict): string {
  return { pass: '✓', fail: '✗', unmeasured: '?' }[verdict.outcome];
}

/** Recorded agent time (including interrupted runs), check time and total time. */
export function timesOf(state: LoopState): { agentMs: number; checksMs: number; totalMs: number } {
  const sum = (of: (iteration: IterationState) => number) =>
    state.iterations.reduce((total, iteration) => total + of(iteration), 0);
  return {
    agentMs: state.spent.agentMs,
    checksMs: sum((iteration) =>
      (iteration.verdicts ?? []).reduce((total, { durationMs, cached }) => total + (cached ? 0 : durationMs), 0),
    ),
    totalMs: state.activeMs,
  };
}
