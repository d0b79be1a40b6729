import type { TestStatus } from '../../core/tests.ts';
import type { ReportFormat } from './format.ts';
import { lineReader } from './lines.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';
import { number, record, text } from './values.ts';

const STATUS: Record<string, TestStatus> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

export interface GoTest {
  status: TestStatus | null;
  elapsed: number | null;
  output: string;
}

/**
 * `go test -json`. A test with subtests is a test too, as Go counts. What never began was printed by another test: Go
 * before 1.20 takes it for a result.
 */
export const goJson: ReportFormat = {
  name: 'go-json',
  recognises: (head) => /^[ \t]*\{("Time":"[^"]*",)?("ImportPath":"[^"]*",)?"Action":"/m.test(head),
  reader(context) {
    const run = runBuilder('go', context);
    const packages = new Map<string, { ended: boolean; saidVerdict: boolean; tests: Map<string, GoTest> }>();

    const lines = lineReader((line) => {
      const event = eventIn(line);
      if (event === null) return noteBuildFailure(run, line);
      const name = text(event.Package);
      const output = text(event.Output);
      if (event.Action === 'build-fail') return run.collectionError(`${text(event.ImportPath)}: does not compile`);
      if (name === '') return;
      const found = packages.get(name) ?? { ended: false, saidVerdict: false, tests: new Map<string, GoTest>() };
      packages.set(name, found);
      const status = STATUS[text(event.Action)] ?? null;
      if (text(event.Test) === '') {
        found.ended ||= status !== null;
        if (event.Action === 'output') {
          noteBuildFailure(run, output);
          found.saidVerdict ||= /^(?:PASS|FAIL)\n?$/.test(output);
        }
        return;
      }
      const test = found.tests.get(text(event.Test)) ?? { status: null, elapsed: null, output: '' };
      if (event.Action === 'run') found.tests.set(text(event.Test), test);
      if (status) Object.assign(test, { status, elapsed: number(event.Elapsed) });
      else if (event.Action === 'output' && test.output.length < 4000 && isOwnOutput(output))
        test.output += output.slice(0, 4000);
    });

    return {
      write: lines.write,
      end() {
        lines.end();
        if (packages.size > 0 && [...packages.values()].every(({ ended }) => ended)) run.complete();
        for (const [name, { tests, saidVerdict }] of packages) addTests(run, name, tests, saidVerdict);
        return run.finish();
      },
    };
  },
};

/** Tests that began and did not end mean that the process did; so does a binary that says neither PASS nor FAIL. */
export function addTests(
  run: RunBuilder,
  name: string,
  tests: ReadonlyMap<string, GoTest>,
  saidVerdict: boolean,
): void {
  const missing = [...tests].filter(([, { status }]) => status === null).map(([test]) => test);
  if (missing.length > 0) run.unfinished(`${name}: ${missing.slice(0, 5).join(', ')} began and did not end`);
  else if (tests.size > 0 && !saidVerdict) run.unfinished(`${name} ended before its tests were over`);
  for (const [path, { status, elapsed, output }] of tests) {
    if (status === null) continue;
    const [first = '', ...rest] = path.split('/');
    run.add({
      suite: rest.length > 0 ? [name, first, ...rest.slice(0, -1)] : [name],
      name: rest.at(-1) ?? first,
      status,
      durationMs: elapsed === null ? null : elapsed * 1000,
      message: status === 'failed' ? output.trim() || null : null,
    });
  }
}

/** `FAIL	example.com/calc [build failed]` */
export function noteBuildFailure(run: RunBuilder, line: string): void {
  const match = /^FAIL\t(\S+) \[(build|setup) failed\]/.exec(line);
  if (match) run.collectionError(`${match[1]}: ${match[2]} failed`);
}

function isOwnOutput(output: string): boolean {
  return !/^\s*(=== (RUN|PAUSE|CONT|NAME)|--- (PASS|FAIL|SKIP):)/.test(output);
}

function eventIn(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    const event = record(JSON.parse(line));
    return typeof event.Action === 'string' ? event : null;
  } catch {
    return null;
  }
}
