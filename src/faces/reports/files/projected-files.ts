import { join } from 'node:path';
import { analyticsOf } from '../../../core/analytics/analytics.ts';
import { trajectoryOf } from '../../../core/analytics/trajectory.ts';
import type { IterationState, LoopState } from '../../../core/state/state.ts';
import { chartText } from '../analytics-text.ts';
import { bestTracker, trajectoryFile } from '../best-tracker.ts';
import { currentLoop } from '../current-loop.ts';
import { qualityHistory, qualityLine, stoppingLine, stoppingLog } from '../history-lines.ts';
import { iterationMetrics } from '../iteration-metrics.ts';
import { iterationReport } from '../iteration-report.ts';
import { completionReport } from '../markdown.ts';
import { receiptOf } from '../receipt.ts';
import { recoveryHistory } from '../recovery-history.ts';
import { selectionReport } from '../selection.ts';

/** A file below the loop's folder in the project. */
export interface ProjectedFile {
  path: string;
  text: string;
  /** Append to the file instead of replacing it. */
  append?: boolean;
  /** The report whose path is shown to people. */
  report?: boolean;
}

/** The files of one iteration; the cost does not grow with the number of iterations. */
export function iterationFilesOf(
  state: LoopState,
  n: number,
  artifacts: { path: string; hash: string | null }[] | null,
): ProjectedFile[] {
  const iteration = state.iterations[n];
  if (!iteration) return [];
  const name = nameOf(n);
  const { changes, commit, tree } = iteration.snapshot ?? {};
  const paths = artifacts ?? (changes?.paths ?? []).map((path) => ({ path, hash: null }));
  return [
    ...metricsFiles(state, [n, ...newlyBest(state, n)]),
    {
      path: join('iterations', name, 'artifacts.json'),
      text: json({ commit, tree, files: changes?.files, artifacts: paths }),
    },
    reportFile(state, iteration),
    { path: 'best-tracker.json', text: json(bestTracker(state)) },
    { path: 'current-loop.json', text: json(currentLoop(state)) },
    { path: 'quality-history.jsonl', text: qualityLine(state, iteration), append: true },
    { path: 'stopping.jsonl', text: stoppingLine(state, iteration), append: true },
    ...(concludesRecovery(state, n) ? recoveryFiles(state) : []),
  ];
}

/** Iterations whose files no longer say whether they are the best: what was best before, and what is now. */
function newlyBest({ iterations, best }: LoopState, n: number): number[] {
  const before = iterations[n - 1]?.best ?? null;
  return before === null || best === null || before === best ? [] : [before, best];
}

/** Only one file may say that its iteration is the best: what was best before is written again. */
function metricsFiles(state: LoopState, numbers: readonly number[]): ProjectedFile[] {
  return [...new Set(numbers)].flatMap((n) => {
    const iteration = state.iterations[n];
    if (!iteration) return [];
    const text = json(iterationMetrics(state, iteration));
    return [
      { path: join('progress', `${nameOf(n)}-${n === 0 ? 'baseline' : 'metrics'}.json`), text },
      { path: join('iterations', nameOf(n), 'metrics.json'), text },
    ];
  });
}

const nameOf = (n: number) => `iteration-${String(n).padStart(3, '0')}`;

/** Rewrites the iteration report, since a recovery starts after it was written. */
export function recoveryFilesOf(state: LoopState, n: number): ProjectedFile[] {
  const iteration = state.iterations[n];
  return [...(iteration ? [reportFile(state, iteration)] : []), ...recoveryFiles(state)];
}

function concludesRecovery({ recoveries }: LoopState, n: number): boolean {
  const last = recoveries.at(-1);
  return last !== undefined && (last.retryIteration === n || last.escalation !== null);
}

function recoveryFiles(state: LoopState): ProjectedFile[] {
  if (state.recoveries.length === 0) return [];
  return [{ path: 'recovery-history.json', text: json(recoveryHistory(state)) }];
}

function reportFile(state: LoopState, iteration: IterationState): ProjectedFile {
  return { path: join('reports', `${nameOf(iteration.n)}-report.md`), text: iterationReport(state, iteration) };
}

/**
 * Files across iterations; histories are rewritten, without lines that an interrupted session wrote twice. `applied`: the
 * files in which what is kept differs from the baseline, if known.
 */
export function restFiles(state: LoopState, applied: readonly string[] | null = null): ProjectedFile[] {
  const analytics = analyticsOf(state);
  const selection = selectionReport(state, applied);
  const everBest = state.iterations.flatMap(({ best }) => best ?? []);
  const stamp = new Date(state.lastAt).toISOString().replaceAll(':', '-').replace(/\..*/, 'Z');
  return [
    resultFile(state),
    { path: 'current-loop.json', text: json(currentLoop(state)) },
    { path: 'best-tracker.json', text: json(bestTracker(state)) },
    ...metricsFiles(state, [...everBest, ...(state.best === null ? [] : [state.best])]),
    { path: join('progress', 'trajectory.json'), text: json(trajectoryFile(state, applied)) },
    { path: 'analytics.json', text: json(analytics) },
    { path: 'quality-chart.txt', text: `${chartText(analytics, trajectoryOf(state), { columns: 80 })}\n` },
    { path: 'quality-history.jsonl', text: qualityHistory(state) },
    { path: 'stopping.jsonl', text: stoppingLog(state) },
    ...recoveryFiles(state),
    ...(selection === null ? [] : [{ path: join('reports', 'output-selection-report.md'), text: selection }]),
    { path: join('reports', `completion-${stamp}.md`), text: completionReport(state), report: true },
  ];
}

export function resultFile(state: LoopState): ProjectedFile {
  return { path: 'result.json', text: json(receiptOf(state)) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
