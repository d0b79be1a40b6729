import { z } from 'zod';
import { type Deltas, deltas } from './deltas.ts';
import { isPartial, type Metrics, metricValue, wholeTests } from './metrics.ts';

export const classificationSchema = z.enum(['baseline', 'forward', 'plateau', 'regression', 'stalled']);
export type Classification = z.infer<typeof classificationSchema>;

export interface Classified {
  classification: Classification;
  /** Why, in words. */
  reasons: string[];
}

/** One judged iteration, as far as a stall needs to know it. */
export interface Judged {
  classification: Classification;
  score: number | null;
  metrics: Metrics;
  /** The metrics of the iteration whose tree it started from. */
  previous: Metrics | null;
}

export interface ToClassify {
  current: Metrics;
  /** The iteration whose tree this one started from; null for iteration 0. */
  previous: Metrics | null;
  score: number | null;
  /** Earlier iterations, oldest first; the last two are looked at. */
  history: readonly Judged[];
  /** Which way is better for custom metrics; one that is not named neither makes nor breaks a plateau. */
  directions?: Directions;
}

type Directions = Readonly<Record<string, 'up' | 'down'>>;

const PLATEAU = 2;
const STALL_WINDOW = 3;
const STALL_VARIANCE = 0.02;

/** In this order: regression, stalled, plateau, forward; what is neither regression nor forward is a plateau. */
export function classify({ current, previous, score, history, directions = {} }: ToClassify): Classified {
  if (!previous) return { classification: 'baseline', reasons: ['nothing came before'] };
  const change = deltas(previous, current);
  const worse = [...regressions(change), ...brokenTests(previous, current)];
  if (worse.length > 0) return { classification: 'regression', reasons: worse };
  const moves = [
    ...(seenGain(previous, current) > 0 ? ['more tests passed'] : []),
    ...beyondPlateau(previous, change, directions),
  ];
  const holding = moves.length === 0 ? [] : obstacles(change, current);
  if (moves.length > 0 && holding.length === 0) return { classification: 'forward', reasons: moves };
  const window = [...history, { classification: 'plateau' as const, score, metrics: current, previous }];
  if (isStalled(window.slice(-STALL_WINDOW), directions)) {
    return { classification: 'stalled', reasons: [`no metric improved in ${STALL_WINDOW} iterations`] };
  }
  return { classification: 'plateau', reasons: moves.length === 0 ? ['every change is within 2 %'] : holding };
}

function regressions(change: Deltas): string[] {
  const reasons: string[] = [];
  if (below(change.test_count, 0)) reasons.push(`${-(change.test_count ?? 0)} fewer tests`);
  if (below(change.pass_rate, -5)) reasons.push(`pass rate fell by ${points(change.pass_rate)}`);
  if (below(change.coverage, -2)) reasons.push(`coverage fell by ${points(change.coverage)}`);
  if (below(negated(change.error_count), 0)) reasons.push(`${change.error_count} more errors`);
  return reasons;
}

/** Tests that ran whole and do so no more are lost, however many of them can still be counted. */
function brokenTests(previous: Metrics, current: Metrics): string[] {
  const { tests, testsDoubt } = current;
  if (!wholeTests(previous) || previous.testsDoubt || !testsDoubt || !isPartial(current)) return [];
  return [`the tests no longer run${tests ? ' completely' : ''}: ${testsDoubt.reason}`];
}

/** While no run is whole, tests that are seen to pass for the first time are the only progress that can be seen. */
function seenGain(previous: Metrics, current: Metrics): number {
  if (!isPartial(previous) || !isPartial(current)) return 0;
  return (current.tests?.passed ?? 0) - (previous.tests?.passed ?? 0);
}

/**
 * What left the band of ±2: rates in points, counts relative to their earlier value. Metrics that are not part of the
 * completion signature (warnings, branches, complexity) count only if they got better: they never make a regression.
 */
function beyondPlateau(previous: Metrics, change: Deltas, directions: Directions): string[] {
  const share = (name: 'test_count' | 'error_count' | 'lint_warnings' | 'complexity') =>
    relative(change[name], metricValue(previous, name));
  const moves: [string, number | null][] = [
    ['tests', share('test_count')],
    ['pass rate', change.pass_rate],
    ['coverage', change.coverage],
    ['errors', share('error_count')],
  ];
  const gains: [string, number | null][] = [
    ['branch coverage', change.branch_coverage],
    ['warnings', negated(share('lint_warnings'))],
    ['complexity', negated(share('complexity'))],
    ...customGains(previous, change, directions),
  ];
  return [
    ...moves.filter(([, move]) => Math.abs(move ?? 0) > PLATEAU),
    ...gains.filter(([, gain]) => (gain ?? 0) > PLATEAU),
  ].map(([name]) => `${name} moved by more than 2 %`);
}

/** How much better each custom metric got, in percent of its earlier value. */
function customGains(from: Metrics, change: Deltas, directions: Directions): [string, number | null][] {
  return Object.entries(directions).map(([name, direction]) => {
    const share = relative(change.custom[name] ?? null, metricValue(from, `custom.${name}`));
    return [name, direction === 'up' ? share : negated(share)];
  });
}

/** What keeps a change from being progress. Unknown parts do not stand in the way. */
function obstacles(change: Deltas, current: Metrics): string[] {
  const reasons: string[] = [];
  const rate = metricValue(current, 'pass_rate');
  const rising = change.pass_rate === null || change.pass_rate > 0;
  if (rate !== null && rate < 90 && !rising) reasons.push('the pass rate did not rise and is below 90 %');
  if (below(change.pass_rate, -PLATEAU)) reasons.push(`pass rate fell by ${points(change.pass_rate)}`);
  if (below(change.coverage, 0)) reasons.push(`coverage fell by ${points(change.coverage)}`);
  return reasons;
}

function isStalled(window: readonly Judged[], directions: Directions): boolean {
  const [first, last] = [window[0], window.at(-1)];
  if (window.length < STALL_WINDOW || !first?.previous || !last) return false;
  if (!window.every(({ classification }) => classification === 'plateau' || classification === 'stalled')) return false;
  const scores = window.map(({ score }) => score).filter((score) => score !== null);
  return variance(scores) < STALL_VARIANCE && !improved(first.previous, last.metrics, directions);
}

/** Net over the window, so that going up and down again is not an improvement. */
function improved(from: Metrics, to: Metrics, directions: Directions): boolean {
  if (seenGain(from, to) > 0) return true;
  const change = deltas(from, to);
  const up = [change.test_count, change.tests_passed, change.pass_rate, change.coverage, change.branch_coverage];
  const down = [change.error_count, change.lint_errors, change.lint_warnings, change.type_errors];
  const complexity = relative(change.complexity, metricValue(from, 'complexity')) ?? 0;
  const custom = customGains(from, change, directions).map(([, gain]) => gain);
  return [...up, ...down.map(negated), ...custom].some((gain) => gain !== null && gain > 0) || complexity < -PLATEAU;
}

function relative(delta: number | null, earlier: number | null): number | null {
  if (delta === null || delta === 0) return delta;
  return earlier ? (delta / Math.abs(earlier)) * 100 : Math.sign(delta) * Number.POSITIVE_INFINITY;
}

function variance(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

const below = (value: number | null, limit: number) => value !== null && value < limit;
const negated = (value: number | null) => (value === null ? null : -value);
const points = (value: number | null) => `${Math.abs(value ?? 0).toFixed(1)} points`;
