import { Parser, type Result } from 'tap-parser';
import { mergeRuns, type TestRun } from '../../core/metrics/tests.ts';
import { fieldsOrEmpty, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import { detachedCopy } from './detached-copy.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { lineReader } from './lines.ts';
import { type NewTest, type RunBuilder, runBuilder } from './run-builder.ts';
import { message } from './values.ts';

/** The Test Anything Protocol: every test point without inner points is a test. Several documents may follow each other. */
export const tap: ReportFormat = {
  name: 'tap',
  recognises: (head) => /^TAP version 1[34]$/m.test(head) || /^(not )?ok 1\b/.test(head),
  reader(context) {
    const runs: TestRun[] = [];
    let document: TapDocument | null = null;
    const close = () => {
      if (document) runs.push(document.end());
    };
    const lines = lineReader((line) => {
      if (/^TAP version 1[34]$/.test(line) || (document === null && /^(not )?ok \d|^1\.\.\d/.test(line))) {
        close();
        document = tapDocument(context);
      }
      if (MAY_MATTER.test(line)) document?.write(`${detachedCopy(line)}\n`);
    });
    return {
      write: lines.write,
      end() {
        lines.end();
        close();
        return mergeRuns(runs) ?? runBuilder('tap', context).finish();
      },
    };
  },
};

/** Lines of the protocol, and indented ones: subtests and diagnostics. The rest was printed by tests. */
const MAY_MATTER = /^(?:\s|ok\b|not ok\b|\d+\.\.\d|#|TAP version|Bail out!|pragma |\})/;

interface TapDocument {
  write(line: string): void;
  end(): TestRun;
}

function tapDocument(context: ReportContext): TapDocument {
  const run = runBuilder('tap', context);
  const parser = new Parser({ strict: false });
  const points = listen(run, parser, []);
  parser.on('bailout', (reason: unknown) => run.unfinished(`bailed out: ${textOrEmpty(reason)}`));
  parser.on('complete', (results: { plan: { start: number | null; end: number | null } }) => {
    const plannedPoints =
      results.plan.end === null || results.plan.start === null ? null : results.plan.end - results.plan.start + 1;
    if (plannedPoints === null) return;
    if (Math.max(0, plannedPoints) === points.size) run.complete();
    else run.note(`the plan says ${plannedPoints} test points, but there are ${points.size}`);
  });
  return {
    write: (line) => withoutWarnings(() => void parser.write(line)),
    end() {
      withoutWarnings(() => void parser.end());
      return run.finish();
    },
  };
}

/**
 * The YAML parser in tap-parser prints warnings about unknown tags and keys to the terminal and has no option against it;
 * a test's output must not reach the screen that way. Everything in here is synchronous.
 */
function withoutWarnings(read: () => void): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    read();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Comments that tape and node print at the end, and the names of subtests. Any other comment is the name of a test of tape. */
const TRAILER =
  /^#\s*(?:(?:tests|suites|pass|fail|failed|cancelled|skip|skipped|todo|duration_ms|time)[ =]\s*[\d.]|ok$|Subtest\b|$)/;
const MAX_DEPTH = 50;

/**
 * Adds a parser's tests when it ends. If a number comes twice, a test printed one of them: a failure counts, else the last
 * one, so that a test can neither hide a failure nor add to the count.
 */
function listen(run: RunBuilder, parser: Parser, suite: readonly string[]): ReadonlyMap<number, NewTest | null> {
  const points = new Map<number, NewTest | null>();
  let heading: string | null = null;
  let hasSubtests = false;
  let child: Parser | null = null;

  parser.on('comment', (comment: string) => {
    const line = comment.trim();
    hasSubtests ||= line.startsWith('# Subtest');
    if (parser.level === 0 && !hasSubtests && !TRAILER.test(line))
      heading = line.replace(/^#\s*/, '').replace(/^(?:SKIP|TODO) /, '');
  });
  parser.on('child', (inner: Parser) => {
    child = inner;
    if (suite.length < MAX_DEPTH) listen(run, inner, [...suite, inner.name.replace(/\s*# (?:time=|Subtest:?).*$/, '')]);
  });
  parser.on('assert', (result: Result) => {
    const inner = child;
    child = null;
    const diagnostics = fieldsOrEmpty(result.diag);
    const isGroup = (inner !== null && inner.count > 0) || diagnostics.type === 'suite';
    const test = isGroup
      ? null
      : testOf(result, heading === null || hasSubtests || suite.length > 0 ? suite : [heading]);
    const key = result.id || -parser.count;
    if (points.get(key)?.status !== 'failed') points.set(key, test);
  });
  parser.on('complete', () => {
    dropUnnumbered(points);
    for (const test of points.values()) if (test && !addFile(run, test)) run.add(test);
  });
  return points;
}

/** Points without numbers (keys below 0) are tests if no point has one. Among numbered ones, they were printed by a test. */
function dropUnnumbered(points: Map<number, NewTest | null>): void {
  if (![...points.keys()].some((id) => id > 0)) return;
  for (const [id, test] of points) if (id < 0 && test?.status !== 'failed') points.delete(id);
}

/** Node reports a file without tests as a test named by its path. Returns whether this was one. */
function addFile(run: RunBuilder, { suite, name, status, message: reason }: NewTest): boolean {
  if ((suite ?? []).length > 0 || !/^\/.*\.[cm]?[jt]sx?$/.test(name)) return false;
  if (status === 'failed') run.collectionError(`${name}: ${reason ?? 'could not be run'}`);
  else run.note(`${name} contains no tests`);
  return true;
}

function testOf(result: Result, suite: readonly string[]): NewTest {
  const diagnostics = fieldsOrEmpty(result.diag);
  return {
    suite,
    name: result.name || `test ${result.id}`,
    status: result.skip ? 'skipped' : result.todo ? 'todo' : result.ok ? 'passed' : 'failed',
    durationMs: number(result.time) ?? number(diagnostics.duration_ms),
    message: result.ok ? null : (message(diagnostics.error) ?? message(diagnostics.message) ?? message(diagnostics.at)),
  };
}
