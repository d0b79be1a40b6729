import type { TestStatus } from '../../core/metrics/tests.ts';
import { type Fields, number, objectOn, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { lineReader } from './lines.ts';
import { type RunBuilder, runBuilder } from './run-builder.ts';

const STATUS: Record<string, TestStatus> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

export interface GoTest {
  status: TestStatus | null;
  elapsed: number | null;
  output: string;
}

/**
 * `go test -json`. A test with subtests counts as a test too, as in Go. A result of a test that never started was printed
 * by another test; Go before 1.20 reports it as a result.
 */
export const goJson: ReportFormat = {
  name: 'go-json',
  recognises: (head) => /^[ \t]*\{("Time":"[^"]*",)?("ImportPath":"[^"]*",)?"Action":"/m.test(head),
  reader(context) {
    const run = runBuilder('go', context);
    const packages = new Map<string, { ended: boolean; hasVerdict: boolean; tests: Map<string, GoTest> }>();

    const lines = lineReader((line) => {
      const event = eventIn(line);
      if (event === null) return noteBuildFailure(run, line);
      const name = textOrEmpty(event.Package);
      const output = textOrEmpty(event.Output);
      if (event.Action === 'build-fail')
        return run.collectionError(`${textOrEmpty(event.ImportPath)}: does not compile`);
      if (name === '') return;
      const goPackage = packages.get(name) ?? { ended: false, hasVerdict: false, tests: new Map<string, GoTest>() };
      packages.set(name, goPackage);
      const status = STATUS[textOrEmpty(event.Action)] ?? null;
      if (textOrEmpty(event.Test) === '') {
        goPackage.ended ||= status !== null;
        if (event.Action === 'output') {
          noteBuildFailure(run, output);
          goPackage.hasVerdict ||= /^(?:PASS|FAIL)\n?$/.test(output);
        }
        return;
      }
      const test = goPackage.tests.get(textOrEmpty(event.Test)) ?? { status: null, elapsed: null, output: '' };
      if (event.Action === 'run') goPackage.tests.set(textOrEmpty(event.Test), test);
      if (status) Object.assign(test, { status, elapsed: number(event.Elapsed) });
      else if (event.Action === 'output' && test.output.length < 4000 && isOwnOutput(output))
        test.output += output.slice(0, 4000);
    });

    return {
      write: lines.write,
      end() {
        lines.end();
        if (packages.size > 0 && [...packages.values()].every(({ ended }) => ended)) run.complete();
        for (const [name, { tests, hasVerdict }] of packages) addTests(run, name, tests, hasVerdict);
        return run.finish();
      },
    };
  },
};

/** If a test started but did not end, or the binary printed neither PASS nor FAIL, the process ended early. */
export function addTests(run: RunBuilder, name: string, tests: ReadonlyMap<string, GoTest>, hasVerdict: boolean): void {
  const missing = [...tests].filter(([, { status }]) => status === null).map(([test]) => test);
  if (missing.length > 0) run.unfinished(`${name}: ${missing.slice(0, 5).join(', ')} started but did not end`);
  else if (tests.size > 0 && !hasVerdict) run.unfinished(`${name} ended before its tests were done`);
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

function eventIn(line: string): Fields | null {
  const event = objectOn(line);
  return typeof event?.Action === 'string' ? event : null;
}
