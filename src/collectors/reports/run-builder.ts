import { countsOf, identify, type ReportedTest, type TestRun, type TestStatus } from '../../core/tests.ts';
import type { ReportContext } from './format.ts';
import { owned } from './owned.ts';
import { relativeFile } from './relative-file.ts';

/** Beyond this many only the counts go on: the names of a report of any size must fit into memory. */
const MOST_TESTS = 250_000;
const MOST_ERRORS = 100;
const LONGEST_NAME = 600;
const LONGEST_MESSAGE = 2000;

export interface AddedTest {
  file?: string | null | undefined;
  suite?: readonly string[];
  name: string;
  status: TestStatus;
  durationMs?: number | null | undefined;
  message?: string | null | undefined;
  retries?: number;
}

export interface RunBuilder {
  runner: string;
  add(test: AddedTest): void;
  collectionError(text: string): void;
  note(text: string): void;
  /** How many tests the runner set out to run. */
  expect(count: number): void;
  /** The completion marker was seen. */
  complete(): void;
  /** A part of the run ended early, whatever the runner says. */
  unfinished(reason: string): void;
  finish(): TestRun;
}

/** Gathers what a report says into a run; cuts what is too long and relates file names to the project. */
export function runBuilder(runner: string, { roots }: ReportContext): RunBuilder {
  const tests: ReportedTest[] = [];
  const nameless = { total: 0, passed: 0, failed: 0, skipped: 0 };
  const collectionErrors: string[] = [];
  const notes = new Set<string>();
  let collected: number | null = null;
  let complete = false;
  let unfinished = false;

  return {
    runner,
    add(test) {
      if (tests.length >= MOST_TESTS) {
        nameless.total += 1;
        nameless[test.status === 'todo' ? 'skipped' : test.status] += 1;
        return;
      }
      tests.push({
        file: test.file ? cut(relativeFile(test.file, roots), LONGEST_NAME) : null,
        suite: (test.suite ?? []).filter((title) => title !== '').map((title) => cut(title, LONGEST_NAME)),
        name: cut(test.name, LONGEST_NAME),
        status: test.status,
        durationMs: Number.isFinite(test.durationMs) ? Math.max(0, test.durationMs ?? 0) : null,
        message: test.message ? cut(test.message, LONGEST_MESSAGE) : null,
        retries: test.retries ?? 0,
      });
    },
    collectionError(text) {
      if (collectionErrors.length < MOST_ERRORS)
        collectionErrors.push(cut(inProject(text.trim(), roots), LONGEST_MESSAGE));
    },
    note: (text) => void notes.add(text),
    expect(count) {
      if (Number.isSafeInteger(count) && count >= 0) collected = (collected ?? 0) + count;
    },
    complete() {
      complete = true;
    },
    unfinished(reason) {
      unfinished = true;
      notes.add(reason);
    },
    finish() {
      const counts = countsOf(tests);
      if (nameless.total > 0) {
        for (const key of ['total', 'passed', 'failed', 'skipped'] as const) counts[key] += nameless[key];
        notes.add(`more than ${MOST_TESTS} tests: counted, but not named`);
      }
      const named = nameless.total === 0 ? identify(tests) : null;
      return {
        runner: this.runner,
        tests: named,
        counts,
        complete: complete && !unfinished,
        collected,
        collectionErrors,
        notes: [...notes],
      };
    },
  };
}

function inProject(text: string, roots: readonly string[]): string {
  return roots.reduce((shorter, root) => (root === '/' ? shorter : shorter.replaceAll(`${root}/`, '')), text);
}

function cut(text: string, length: number): string {
  return owned(text.length <= length ? text : `${text.slice(0, length - 1)}…`);
}
