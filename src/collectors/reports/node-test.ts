import type { ReportFormat } from './format.ts';
import { begunBy, probeReader } from './probe.ts';
import { relativeFile } from './relative-file.ts';
import type { AddedTest } from './run-builder.ts';
import { message, number, text, textOrNull } from './values.ts';

/**
 * Written by the reporter that Jumar adds to `node --test`. Tests come after their subtests and before their suite, so
 * that a suite's name is known only when it ends. A file that ran no test is reported by node as a test of its own: as
 * passed where it ended with 0, which an early `process.exit(0)` also does.
 */
export const nodeTest: ReportFormat = {
  name: 'node-test',
  recognises: (head) => begunBy(head) === 'node:test',
  reader(context) {
    /** By nesting: what ended at that depth and waits for the suite around it. */
    let waiting: AddedTest[][] = [];
    const empty: { file: string; passed: boolean; message: string | null }[] = [];
    const exits = new Map<string, number>();
    const unfinished = new Set<string>();
    const relative = (file: string) => relativeFile(file, context.roots);

    return probeReader(
      context,
      (run, line) => {
        if (line.ev === 'exit') exits.set(text(line.file), number(line.code) ?? 0);
        if (line.ev === 'unfinished') unfinished.add(text(line.file));
        if (line.ev !== 'test:pass' && line.ev !== 'test:fail') return;
        const nesting = Math.min(Math.max(0, number(line.nesting) ?? 0), 100);
        const name = text(line.name);
        const file = textOrNull(line.file);
        const inner = waiting[nesting + 1] ?? [];
        waiting = waiting.slice(0, nesting + 1);
        for (const test of inner) test.suite = [name, ...(test.suite ?? [])];

        const isFile =
          nesting === 0 && file !== null && (name === file || file.endsWith(`/${name}`)) && inner.length === 0;
        const found = [...inner];
        if (isFile) empty.push({ file, passed: line.ev === 'test:pass', message: message(line.err) });
        else if (line.kind === 'suite') {
          const own = line.ev === 'test:fail' && line.failureType !== 'subtestsFailed';
          if (own) run.collectionError(`${name}: ${message(line.err) ?? 'the suite failed'}`);
        } else {
          found.push({
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
          while (waiting.length <= nesting) waiting.push([]);
          waiting[nesting]?.push(...found);
        } else for (const test of found) run.add(test);
      },
      (run) => {
        for (const test of waiting.flat()) run.add(test);
        for (const { file } of empty) unfinished.add(file);
        for (const file of unfinished) {
          const code = exits.get(file);
          if (code !== undefined) run.unfinished(`${relative(file)} called exit(${code}) before its tests were over`);
        }
        for (const { file, passed, message: reason } of empty) {
          if (exits.has(file)) continue;
          if (passed) run.note(`${relative(file)} holds no test`);
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
