import { Parser, type Result } from 'tap-parser';
import { mergeRuns, type TestRun } from '../../core/tests.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { lineReader } from './lines.ts';
import { owned } from './owned.ts';
import { type AddedTest, type RunBuilder, runBuilder } from './run-builder.ts';
import { message, number, record, text } from './values.ts';

/** The Test Anything Protocol: every test point that holds no others is a test; several documents may follow each other. */
export const tap: ReportFormat = {
  name: 'tap',
  recognises: (head) => /^TAP version 1[34]$/m.test(head) || /^(not )?ok 1\b/.test(head),
  reader(context) {
    const finished: TestRun[] = [];
    let document: TapDocument | null = null;
    const close = () => {
      if (document) finished.push(document.end());
    };
    const lines = lineReader((line) => {
      if (/^TAP version 1[34]$/.test(line) || (document === null && /^(not )?ok \d|^1\.\.\d/.test(line))) {
        close();
        document = tapDocument(context);
      }
      if (MAY_MATTER.test(line)) document?.write(`${owned(line)}\n`);
    });
    return {
      write: lines.write,
      end() {
        lines.end();
        close();
        return mergeRuns(finished) ?? runBuilder('tap', context).finish();
      },
    };
  },
};

/** Lines of the protocol, and what is indented: subtests and diagnostics. The rest was printed by the tests. */
const MAY_MATTER = /^(?:\s|ok\b|not ok\b|\d+\.\.\d|#|TAP version|Bail out!|pragma |\})/;

interface TapDocument {
  write(line: string): void;
  end(): TestRun;
}

function tapDocument(context: ReportContext): TapDocument {
  const run = runBuilder('tap', context);
  const parser = new Parser({ strict: false });
  const points = listen(run, parser, []);
  parser.on('bailout', (reason: unknown) => run.unfinished(`bailed out: ${text(reason)}`));
  parser.on('complete', (results: { plan: { start: number | null; end: number | null } }) => {
    const planned =
      results.plan.end === null || results.plan.start === null ? null : results.plan.end - results.plan.start + 1;
    if (planned === null) return;
    if (Math.max(0, planned) === points.size) run.complete();
    else run.note(`the plan says ${planned} test points, ${points.size} came`);
  });
  return {
    write: (line) => silently(() => void parser.write(line)),
    end() {
      silently(() => void parser.end());
      return run.finish();
    },
  };
}

/**
 * The YAML reader within tap-parser tells the terminal of tags and keys it does not know, and takes no option for silence:
 * what a test printed must not reach the screen that way. Everything in here is synchronous.
 */
function silently(read: () => void): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    read();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Any other comment announces a test of tape. What tape and node print as comments at the end, and the name that a subtest announces. */
const TRAILER =
  /^#\s*(?:(?:tests|suites|pass|fail|failed|cancelled|skip|skipped|todo|duration_ms|time)[ =]\s*[\d.]|ok$|Subtest\b|$)/;
const DEEPEST = 50;

/**
 * Adds a parser's tests when it ends. A number that comes twice was printed by a test: what failed counts, else what came
 * last, so that a test can neither hide a failure nor add to the count.
 */
function listen(run: RunBuilder, parser: Parser, suite: readonly string[]): ReadonlyMap<number, AddedTest | null> {
  const points = new Map<number, AddedTest | null>();
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
    if (suite.length < DEEPEST) listen(run, inner, [...suite, inner.name.replace(/\s*# (?:time=|Subtest:?).*$/, '')]);
  });
  parser.on('assert', (result: Result) => {
    const inner = child;
    child = null;
    const diagnostics = record(result.diag);
    const isGroup = (inner !== null && inner.count > 0) || diagnostics.type === 'suite';
    const test = isGroup
      ? null
      : testOf(result, heading === null || hasSubtests || suite.length > 0 ? suite : [heading]);
    const key = result.id || -parser.count;
    if (points.get(key)?.status !== 'failed') points.set(key, test);
  });
  parser.on('complete', () => {
    dropStrangers(points);
    for (const test of points.values()) if (test && !addFile(run, test)) run.add(test);
  });
  return points;
}

/** Points without numbers are tests of their own (below 0) where none has one; among numbered ones a test printed them. */
function dropStrangers(points: Map<number, AddedTest | null>): void {
  if (![...points.keys()].some((id) => id > 0)) return;
  for (const [id, test] of points) if (id < 0 && test?.status !== 'failed') points.delete(id);
}

/** Node reports a file without tests as a test that bears its path. True where it was one. */
function addFile(run: RunBuilder, { suite, name, status, message: reason }: AddedTest): boolean {
  if ((suite ?? []).length > 0 || !/^\/.*\.[cm]?[jt]sx?$/.test(name)) return false;
  if (status === 'failed') run.collectionError(`${name}: ${reason ?? 'could not be run'}`);
  else run.note(`${name} holds no test`);
  return true;
}

function testOf(result: Result, suite: readonly string[]): AddedTest {
  const diagnostics = record(result.diag);
  return {
    suite,
    name: result.name || `test ${result.id}`,
    status: result.skip ? 'skipped' : result.todo ? 'todo' : result.ok ? 'passed' : 'failed',
    durationMs: number(result.time) ?? number(diagnostics.duration_ms),
    message: result.ok ? null : (message(diagnostics.error) ?? message(diagnostics.message) ?? message(diagnostics.at)),
  };
}
