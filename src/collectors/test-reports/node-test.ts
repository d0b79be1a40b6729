import { nonEmptyText, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { probeReader, runnerIn } from './probe.ts';
import { relativeFile } from './relative-file.ts';
import type { NewTest } from './run-builder.ts';
import { message } from './values.ts';

/**
 * Written by the reporter that Jumar adds to `node --test`. Tests come after their subtests and before their suite, so a
 * suite's name is known only when it ends. Node reports a file that ran no test as a test: as passed if it exited with 0,
 * which an early `process.exit(0)` also does.
 */
export const nodeTest: ReportFormat = {
  name: 'node-test',
  recognises: (head) => runnerIn(head) === 'node:test',
  reader(context) {
    /** By nesting: tests that ended at that depth and wait for their suite. */
    let pendingTests: NewTest[][] = [];
    const filesWithoutTests: { file: string; passed: boolean; message: string | null }[] = [];
    const exits = new Map<string, number>();
    const unfinishedFiles = new Set<string>();
    const relative = (file: string) => relativeFile(file, context.roots);

    return probeReader(
      context,
      (run, line) => {
        if (line.ev === 'exit') exits.set(textOrEmpty(line.file), number(line.code) ?? 0);
        if (line.ev === 'unfinished') unfinishedFiles.add(textOrEmpty(line.file));
        if (line.ev !== 'test:pass' && line.ev !== 'test:fail') return;
        const nesting = Math.min(Math.max(0, number(line.nesting) ?? 0), 100);
        const name = textOrEmpty(line.name);
        const file = nonEmptyText(line.file);
        const inner = pendingTests[nesting + 1] ?? [];
        pendingTests = pendingTests.slice(0, nesting + 1);
        for (const test of inner) test.suite = [name, ...(test.suite ?? [])];

        const isFile =
          nesting === 0 && file !== null && (name === file || file.endsWith(`/${name}`)) && inner.length === 0;
        const tests = [...inner];
        if (isFile) filesWithoutTests.push({ file, passed: line.ev === 'test:pass', message: message(line.err) });
        else if (line.kind === 'suite') {
          const own = line.ev === 'test:fail' && line.failureType !== 'subtestsFailed';
          if (own) run.collectionError(`${name}: ${message(line.err) ?? 'the suite failed'}`);
        } else {
          tests.push({
            file,
            suite: [],
            name,
            status: statusOf(line),
            durationMs: number(line.ms),
            message: message(line.err),
            retries: 0,
          });
        }
        if (nesting > 0) {
          while (pendingTests.length <= nesting) pendingTests.push([]);
          pendingTests[nesting]?.push(...tests);
        } else for (const test of tests) run.add(test);
      },
      (run) => {
        for (const test of pendingTests.flat()) run.add(test);
        for (const { file } of filesWithoutTests) unfinishedFiles.add(file);
        for (const file of unfinishedFiles) {
          const code = exits.get(file);
          if (code !== undefined) run.unfinished(`${relative(file)} called exit(${code}) before its tests were done`);
        }
        for (const { file, passed, message: reason } of filesWithoutTests) {
          if (exits.has(file)) continue;
          if (passed) run.note(`${relative(file)} contains no tests`);
          else run.collectionError(`${relative(file)}: ${reason ?? 'could not be run'}`);
        }
      },
    );
  },
};

function statusOf(line: Record<string, unknown>) {
  if (line.todo !== undefined && line.todo !== null && line.todo !== false) return 'todo' as const;
  if (line.skip !== undefined && line.skip !== null && line.skip !== false) return 'skipped' as const;
  return line.ev === 'test:pass' ? ('passed' as const) : ('failed' as const);
}
