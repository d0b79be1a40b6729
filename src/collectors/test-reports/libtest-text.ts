import type { TestStatus } from '../../core/metrics/tests.ts';
import { number, objectOn, textOrEmpty } from '../../core/text/foreign-json.ts';
import { detachedCopy } from './detached-copy.ts';
import type { ReportContext, ReportFormat } from './format.ts';
import { lineReader } from './lines.ts';
import { runnerIn } from './probe.ts';
import { runBuilder } from './run-builder.ts';

/** The output of `cargo test`, also as recorded by the wrapper of a test binary, with a first line that names it and a last line. */
export const libtestText: ReportFormat = {
  name: 'libtest-text',
  recognises: (head) => runnerIn(head) === 'cargo' || /^running \d+ tests?$/m.test(head),
  reader: libtestReader,
};

interface RustTest {
  name: string;
  status: TestStatus | null;
  message: string | null;
}

const STATUS: Record<string, TestStatus> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

function libtestReader(context: ReportContext) {
  const run = runBuilder('cargo', context);
  let tests = new Map<string, RustTest>();
  let pending: RustTest | null = null;
  let binary = '';
  let attempt = 0;
  let failing: RustTest | null = null;
  let isOpen = false;
  let suites = 0;

  const close = () => {
    for (const { name, status, message } of tests.values()) {
      if (status === null) continue;
      const path = / - .*\(line \d+\)/.test(name) ? [name] : name.split('::');
      run.add({ suite: [binary, ...path.slice(0, -1)], name: path.at(-1) ?? name, status, message, retries: attempt });
    }
    tests = new Map();
    pending = failing = null;
    isOpen = false;
  };

  const lines = lineReader((line) => {
    if (line.startsWith('{"ev":')) {
      const fact = objectOn(line);
      if (fact?.ev === 'begin') {
        binary = textOrEmpty(fact.binary);
        attempt = Math.max(0, (number(fact.attempt) ?? 1) - 1);
      }
      return;
    }
    const running = /^running (\d+) tests?$/.exec(line);
    const result = /^test (.+?)(?: - should panic| - compile fail| - compile)? \.\.\. (.*)$/.exec(line);
    const section = /^---- (.+) stdout ----$/.exec(line);
    if (running) {
      if (isOpen) run.unfinished(`${binary || 'a test binary'} ended before its tests were done`);
      close();
      isOpen = true;
      suites += 1;
      run.expect(Number(running[1]));
    } else if (/^test result: (?:ok|FAILED)\. \d+ passed; \d+ failed/.test(line)) close();
    else if (!isOpen) return;
    else if (section) failing = tests.get((section[1] ?? '').replace(/ - should panic$/, '')) ?? null;
    else if (line === 'failures:') failing = null;
    else if (result) {
      pending = { name: detachedCopy(result[1] ?? ''), status: statusOf(result[2] ?? ''), message: null };
      if (!tests.has(pending.name)) tests.set(pending.name, pending);
    } else if (failing && failing.status === 'failed')
      failing.message = detachedCopy(`${failing.message ?? ''}${line}\n`.slice(0, 4000));
    else if (pending && pending.status === null) pending.status = STATUS[line.trim()] ?? null;
  });

  return {
    write: lines.write,
    end() {
      lines.end();
      if (isOpen) run.unfinished(`${binary || 'a test binary'} ended before its tests were done`);
      close();
      if (suites > 0) run.complete();
      return run.finish();
    },
  };
}

function statusOf(word: string): TestStatus | null {
  if (word.startsWith('bench:')) return 'passed';
  return STATUS[/^(ok|FAILED|ignored)\b/.exec(word)?.[1] ?? ''] ?? null;
}
