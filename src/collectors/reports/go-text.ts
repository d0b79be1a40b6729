import type { ReportContext, ReportFormat } from './format.ts';
import { addTests, type GoTest, noteBuildFailure } from './go-json.ts';
import { lineReader } from './lines.ts';
import { owned } from './owned.ts';
import { begunBy } from './probe.ts';
import { runBuilder } from './run-builder.ts';
import { number, record, text } from './values.ts';

/** `go test -v`, and what the wrapper around a test binary keeps of it: a first line that names the package, and a last. */
export const goText: ReportFormat = {
  name: 'go-text',
  recognises: (head) => begunBy(head) === 'go' || /^=== RUN {3}\S/m.test(head),
  reader: goReader,
};

/** Not only at the line's beginning: what a test prints may lack its end. */
const RESULT = /--- (PASS|FAIL|SKIP): (\S+) \((?:([\d.]+)s|[^)]*)\)$/;

/** What stands before the line that says `ok` of a package; otherwise a test printed it. */
const VERDICT = /^(?:PASS|FAIL|coverage: .*|testing: warning: no tests to run)$/;

/** A result counts where its test was announced before. Go ≥ 1.20 can mark its own lines with ^V, then only those count. */
function goReader(context: ReportContext) {
  const run = runBuilder('go', context);
  let tests = new Map<string, GoTest>();
  let saidVerdict = false;
  let running: string | null = null;
  let name: string | null = null;
  let ended = 0;
  let marked = false;
  let open = false;
  let previous = '';

  const close = (packageName: string) => {
    addTests(run, name ?? packageName, tests, saidVerdict);
    tests = new Map();
    saidVerdict = false;
    ended += 1;
    open = false;
  };

  const lines = lineReader((whole) => {
    if (whole.startsWith('{"ev":')) return control(whole);
    const mark = whole.indexOf('\x16');
    if (mark !== -1) marked = true;
    const line = mark === -1 ? whole : whole.slice(mark + 1);
    const isOwn = mark !== -1 || !marked;
    noteBuildFailure(run, line);

    const announced = isOwn ? /^=== (RUN|CONT|NAME) +(\S+)$/.exec(line) : null;
    const result = isOwn ? RESULT.exec(line) : null;
    const end = /^(ok {2}|FAIL)\t(\S+)\t(?:[\d.]+s|\(cached\))/.exec(line);
    const isEnd = end !== null && name === null && (end[1] === 'FAIL' || VERDICT.test(previous));
    previous = line;
    saidVerdict ||= isOwn && (line === 'PASS' || line === 'FAIL');
    if (announced) {
      open = true;
      running = announced[2] ? owned(announced[2]) : null;
      if (announced[1] === 'RUN' && running) tests.set(running, { status: null, elapsed: null, output: '' });
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
      if (test && test.output.length < 4000) test.output = owned(`${test.output}${line.slice(0, 4000)}\n`);
    }
  });

  function control(line: string): void {
    const fact = parsed(line);
    if (fact.ev === 'begin') {
      name = text(fact.package) || '.';
      open = true;
    } else if (fact.ev === 'end') {
      const code = number(fact.code);
      if (!saidVerdict && tests.size === 0) run.unfinished(`${name} ended without running its tests`);
      close(name ?? '.');
      if (code === null) run.unfinished(`${name}: the test binary was ended by a signal`);
    }
  }

  return {
    write: lines.write,
    end() {
      lines.end();
      if (ended > 0 && !open) run.complete();
      if (tests.size > 0) addTests(run, name ?? '', tests, saidVerdict);
      return run.finish();
    },
  };
}

function parsed(line: string): Record<string, unknown> {
  try {
    return record(JSON.parse(line));
  } catch {
    return {};
  }
}
