import { number, objectOn, textOrEmpty } from '../../core/text/foreign-json.ts';
import { detachedCopy } from './detached-copy.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { addTests, type GoTest, noteBuildFailure } from './go-json.ts';
import { lineReader } from './lines.ts';
import { runnerIn } from './probe.ts';
import { runBuilder } from './run-builder.ts';

/** `go test -v`, also as recorded by the wrapper of a test binary, with a first line that names the package and a last line. */
export const goText: ReportFormat = {
  name: 'go-text',
  recognises: (head) => runnerIn(head) === 'go' || /^=== RUN {3}\S/m.test(head),
  reader: goReader,
};

/** Not only at the start of a line: a test's output may lack a final line break. */
const RESULT = /--- (PASS|FAIL|SKIP): (\S+) \((?:([\d.]+)s|[^)]*)\)$/;

/** The line before `ok` for a package; otherwise a test printed the `ok`. */
const VERDICT = /^(?:PASS|FAIL|coverage: .*|testing: warning: no tests to run)$/;

/** A result counts only after its test's start line. Go ≥ 1.20 can mark its own lines with ^V; then only those count. */
function goReader(context: ReportContext) {
  const run = runBuilder('go', context);
  let tests = new Map<string, GoTest>();
  let hasVerdict = false;
  let running: string | null = null;
  let name: string | null = null;
  let endedPackages = 0;
  let usesMarks = false;
  let isOpen = false;
  let previous = '';

  const close = (packageName: string) => {
    addTests(run, name ?? packageName, tests, hasVerdict);
    tests = new Map();
    hasVerdict = false;
    endedPackages += 1;
    isOpen = false;
  };

  const lines = lineReader((whole) => {
    if (whole.startsWith('{"ev":')) return control(whole);
    const mark = whole.indexOf('\x16');
    if (mark !== -1) usesMarks = true;
    const line = mark === -1 ? whole : whole.slice(mark + 1);
    const isOwn = mark !== -1 || !usesMarks;
    noteBuildFailure(run, line);

    const startMatch = isOwn ? /^=== (RUN|CONT|NAME) +(\S+)$/.exec(line) : null;
    const result = isOwn ? RESULT.exec(line) : null;
    const end = /^(ok {2}|FAIL)\t(\S+)\t(?:[\d.]+s|\(cached\))/.exec(line);
    const isEnd = end !== null && name === null && (end[1] === 'FAIL' || VERDICT.test(previous));
    previous = line;
    hasVerdict ||= isOwn && (line === 'PASS' || line === 'FAIL');
    if (startMatch) {
      isOpen = true;
      running = startMatch[2] ? detachedCopy(startMatch[2]) : null;
      if (startMatch[1] === 'RUN' && running) tests.set(running, { status: null, elapsed: null, output: '' });
    } else if (result) {
      const test = tests.get(result[2] ?? '');
      running = result[2] ?? null;
      if (test) {
        test.status = result[1] === 'PASS' ? 'passed' : result[1] === 'FAIL' ? 'failed' : 'skipped';
        test.elapsed = result[3] === undefined ? null : Number(result[3]);
      }
    } else if (isEnd) close(end[2] ?? '');
    else {
      const test = tests.get(running ?? '');
      if (test && test.output.length < 4000) test.output = detachedCopy(`${test.output}${line.slice(0, 4000)}\n`);
    }
  });

  function control(line: string): void {
    const fact = objectOn(line);
    if (fact?.ev === 'begin') {
      name = textOrEmpty(fact.package) || '.';
      isOpen = true;
    } else if (fact?.ev === 'end') {
      const code = number(fact.code);
      if (!hasVerdict && tests.size === 0) run.unfinished(`${name} exited without running its tests`);
      close(name ?? '.');
      if (code === null) run.unfinished(`${name}: a signal ended the test binary`);
    }
  }

  return {
    write: lines.write,
    end() {
      lines.end();
      if (endedPackages > 0 && !isOpen) run.complete();
      if (tests.size > 0) addTests(run, name ?? '', tests, hasVerdict);
      return run.finish();
    },
  };
}
