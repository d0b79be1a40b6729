import { plainText } from '../../core/plain-text.ts';
import type { TestCounts } from '../../core/verdict.ts';
import { testRunners } from './index.ts';
import type { Summary, TestRunner } from './runner.ts';
import { streamsOf } from './streams.ts';

/** Only the end of an output is looked at: summaries come last. */
export const COUNTED_TAIL = 256 * 1024;

export interface TestCount {
  /** `vitest`; where several ran, `vitest + playwright`. */
  runner: string;
  counts: TestCounts;
  /** The runners say that no test was executed: none was found, or all were skipped. */
  ranNothing: boolean;
}

/**
 * How many tests ran, from what their runners printed for people; null where unsure. Several runs in one output are
 * summed. A summary printed by a test inside a run whose beginning and end are both seen is not counted. Total: never
 * throws, and takes time linear in the text. `complete` is false where the caller already cut the output's beginning.
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
    ranNothing: counts.passed + counts.failed === 0 && !runs.some(({ broken }) => broken),
  };
}

/**
 * The runner that began a run and never reported on it, because something ended the process: an exit code of 0 then says
 * nothing. Null where no runner shows it, which does not prove that all went well.
 */
export function abandonedBy(output: string, whole = true): string | null {
  const others = runsIn(output, whole).map(({ runner }) => runner);
  const [stream, complete] = readable(output, whole);
  const candidates = complete ? testRunners.filter((runner) => others.every((other) => other === runner)) : [];
  return candidates.find((runner) => streamsOf(stream).some((text) => runner.abandoned?.(text)))?.name ?? null;
}

interface Span {
  from: number;
  to: number;
}

interface Run extends Summary {
  runner: TestRunner;
  /** From the line with which the run began to the end of its summary; null where that line was not seen. */
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
 * Pairs summaries with beginnings. Of several summaries after one beginning the last is the runner's own; a beginning
 * after a beginning is a run inside a run, which the outer one's summary closes.
 */
function runsOf(runner: TestRunner, text: string, complete: boolean): Run[] {
  const found = runner.human(text, complete).sort((a, b) => a.start - b.start);
  if (!runner.begins) return found.map((summary) => ({ ...summary, runner, span: null }));

  const begins = [...text.matchAll(runner.begins)].map(({ index }) => ({ start: index, summary: null }));
  const marks = [...begins, ...found.map((summary) => ({ start: summary.start, summary }))];
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

/** A summary without the line that its runner prints first. Where something else follows, a test printed it. */
function isUnannounced(run: Run): boolean {
  return run.runner.begins !== undefined && run.span === null;
}
