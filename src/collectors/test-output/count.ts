import type { TestCounts } from '../../core/metrics/test-counts.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { testRunners } from './index.ts';
import type { Summary, TestRunner } from './runner.ts';
import { streamsOf } from './streams.ts';

/** Only the end of an output is read, because summaries come last. */
export const COUNTED_TAIL = 256 * 1024;

export interface TestCount {
  /** `vitest`; if several ran, `vitest + playwright`. */
  runner: string;
  counts: TestCounts;
  /** The runners report that no test was executed: none was found, or all were skipped. */
  ranNothing: boolean;
}

/**
 * How many tests ran, according to the runners' output; null if unsure. Several runs in one output are summed. A summary
 * that a test printed inside a run is not counted, if the start and end of that run are in the output. Never throws, and
 * takes linear time. `complete` is false if the caller has already cut off the beginning of the output.
 */
export function countTests(output: string, complete = true): TestCount | null {
  const runs = runsIn(output, complete);
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  for (const run of runs) {
    if (run.counts === null) return null;
    for (const key of ['total', 'passed', 'failed', 'skipped'] as const) counts[key] += run.counts[key];
  }
  if (runs.length === 0 || !Number.isSafeInteger(counts.total)) return null;
  return {
    runner: [...new Set(runs.map(({ runner }) => runner.name))].join(' + '),
    counts,
    ranNothing: counts.passed + counts.failed === 0 && !runs.some(({ hasOtherErrors: broken }) => broken),
  };
}

/**
 * The runner that started a run and never reported it, because something ended the process; then exit code 0 proves
 * nothing. Null if the output of no runner shows this, which does not prove that all went well.
 */
export function findAbandonedRunner(output: string, whole = true): string | null {
  const others = runsIn(output, whole).map(({ runner }) => runner);
  const [stream, complete] = readable(output, whole);
  const candidates = complete ? testRunners.filter((runner) => others.every((other) => other === runner)) : [];
  return candidates.find((runner) => streamsOf(stream).some((text) => runner.isAbandoned?.(text)))?.name ?? null;
}

interface Span {
  from: number;
  to: number;
}

interface Run extends Summary {
  runner: TestRunner;
  /** From the run's start line to the end of its summary; null if there is no start line. */
  span: Span | null;
}

function runsIn(output: string, whole: boolean): Run[] {
  const [text, complete] = readable(output, whole);
  return streamsOf(text).flatMap((stream) => {
    const runs = testRunners.flatMap((runner) => runsOf(runner, stream, complete));
    const spans = runs.flatMap(({ span }) => span ?? []);
    const last = runs.reduce((latest, { start }) => Math.max(latest, start), 0);
    return runs.filter((run) => !isInside(run, spans) && !(complete && isUnannounced(run) && run.start < last));
  });
}

function readable(output: string, whole: boolean): [text: string, complete: boolean] {
  if (output.length <= COUNTED_TAIL) return [plainText(output), whole];
  const tail = output.slice(-COUNTED_TAIL);
  return [plainText(tail.slice(tail.indexOf('\n') + 1)), false];
}

/**
 * Pairs summaries with start lines. Of several summaries after one start line, the last is the runner's own. A start line
 * after another start line is a run inside a run, which the summary of the outer one closes.
 */
function runsOf(runner: TestRunner, text: string, complete: boolean): Run[] {
  const results = runner.readSummaries(text, complete).sort((a, b) => a.start - b.start);
  if (!runner.startLine) return results.map((summary) => ({ ...summary, runner, span: null }));

  const startLines = [...text.matchAll(runner.startLine)].map(({ index }) => ({ start: index, summary: null }));
  const marks = [...startLines, ...results.map((summary) => ({ start: summary.start, summary }))];
  const runs: Run[] = [];
  const open: { from: number; summary: Summary | null }[] = [];
  const close = () => {
    const { from, summary } = open.pop() ?? { from: 0, summary: null };
    if (summary) runs.push({ ...summary, runner, span: { from, to: summary.end } });
  };
  for (const { start, summary } of marks.sort((a, b) => a.start - b.start)) {
    const innermost = open.at(-1);
    if (!summary) {
      if (innermost?.summary) close();
      open.push({ from: start, summary: null });
    } else if (!innermost) {
      runs.push({ ...summary, runner, span: null });
    } else {
      if (innermost.summary && open.length > 1) open.pop();
      open[open.length - 1] = { from: open.at(-1)?.from ?? start, summary };
    }
  }
  while (open.length > 0) close();
  return runs;
}

function isInside(run: Run, spans: readonly Span[]): boolean {
  return spans.some((span) => span !== run.span && span.from < run.start && run.end < span.to);
}

/** A summary without its runner's start line. If another run follows, a test printed it. */
function isUnannounced(run: Run): boolean {
  return run.runner.startLine !== undefined && run.span === null;
}
