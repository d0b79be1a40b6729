import type { Verdict } from '../../core/criteria/verdict.ts';
import type { GrownFunction } from '../../core/metrics/metrics.ts';
import type { TestCounts } from '../../core/metrics/test-counts.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
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

/** The tests of all criteria; a command that several criteria share counts once. Null if no tests were counted. */
export function testsOf(verdicts: readonly Verdict[] | null): TestCounts | null {
  const counted = (verdicts ?? []).filter(({ tests }) => tests !== null);
  const isFirst = ({ outputFile }: Verdict, n: number) =>
    outputFile === null || counted.findIndex((one) => one.outputFile === outputFile) === n;
  const counts = counted.filter(isFirst).flatMap(({ tests }) => tests ?? []);
  if (counts.length === 0) return null;
  return counts.reduce((sum, tests) => ({
    total: sum.total + tests.total,
    passed: sum.passed + tests.passed,
    failed: sum.failed + tests.failed,
    skipped: sum.skipped + tests.skipped,
  }));
}

/** Whether a run ended before all tests were counted, so that `testsOf` is partial and must not be compared. */
export function isPart(verdicts: readonly Verdict[] | null): boolean {
  return (verdicts ?? []).some(({ partial }) => partial);
}

/** `44/46`, marked if the run was incomplete; null if no tests were counted. */
export function testsText(verdicts: readonly Verdict[] | null): string | null {
  const tests = testsOf(verdicts);
  return tests && `${tests.passed}/${tests.total}${isPart(verdicts) ? ' (incomplete run)' : ''}`;
}

/** `tests 41→44/46`: passed before, passed now, total. */
export function testsLine(iteration: IterationState, state: LoopState): string | null {
  const now = testsOf(iteration.verdicts);
  if (!now) return null;
  const parent = iteration.parent === null ? undefined : state.iterations[iteration.parent];
  const before = testsOf(parent?.verdicts ?? null);
  const part = isPart(iteration.verdicts);
  const compared = before && !part && !isPart(parent?.verdicts ?? null);
  const moved = compared && before.passed !== now.passed ? `${before.passed}→` : '';
  const notes = [...(now.skipped ? [`${now.skipped} skipped`] : []), ...(part ? ['incomplete run'] : [])];
  return `tests ${moved}${now.passed}/${now.total}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
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
