import { countsOf, identify, type ReportedTest, type TestRun, type TestStatus } from '../../core/metrics/tests.ts';
import { detachedCopy } from './detached-copy.ts';
import type { ReportContext } from './format.ts';
import { relativeFile } from './relative-file.ts';

/** Further tests are only counted, so that the names fit into memory. */
const MAX_TESTS = 250_000;
const MAX_ERRORS = 100;
const MAX_NAME = 600;
const MAX_MESSAGE = 2000;

export interface NewTest {
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
  add(test: NewTest): void;
  collectionError(text: string): void;
  note(text: string): void;
  /** How many tests the runner collected. */
  expect(count: number): void;
  /** The report contains its completion marker. */
  complete(): void;
  /** A part of the run ended early, even if the runner reports completion. */
  unfinished(reason: string): void;
  finish(): TestRun;
}

/** Builds a run from a report's tests; shortens long texts and makes file names relative to the project. */
export function runBuilder(runner: string, { roots }: ReportContext): RunBuilder {
  const tests: ReportedTest[] = [];
  const unnamedCounts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  const collectionErrors: string[] = [];
  const notes = new Set<string>();
  let expectedTests: number | null = null;
  let isComplete = false;
  let isUnfinished = false;

  return {
    runner,
    add(test) {
      if (tests.length >= MAX_TESTS) {
        unnamedCounts.total += 1;
        unnamedCounts[test.status === 'todo' ? 'skipped' : test.status] += 1;
        return;
      }
      tests.push({
        file: test.file ? cut(relativeFile(test.file, roots), MAX_NAME) : null,
        suite: (test.suite ?? []).filter((title) => title !== '').map((title) => cut(title, MAX_NAME)),
        name: cut(test.name, MAX_NAME),
        status: test.status,
        durationMs: Number.isFinite(test.durationMs) ? Math.max(0, test.durationMs ?? 0) : null,
        message: test.message ? cut(test.message, MAX_MESSAGE) : null,
        retries: test.retries ?? 0,
      });
    },
    collectionError(text) {
      if (collectionErrors.length < MAX_ERRORS) collectionErrors.push(cut(inProject(text.trim(), roots), MAX_MESSAGE));
    },
    note: (text) => void notes.add(text),
    expect(count) {
      if (Number.isSafeInteger(count) && count >= 0) expectedTests = (expectedTests ?? 0) + count;
    },
    complete() {
      isComplete = true;
    },
    unfinished(reason) {
      isUnfinished = true;
      notes.add(reason);
    },
    finish() {
      const counts = countsOf(tests);
      if (unnamedCounts.total > 0) {
        for (const key of ['total', 'passed', 'failed', 'skipped'] as const) counts[key] += unnamedCounts[key];
        notes.add(`more than ${MAX_TESTS} tests: counted, but not named`);
      }
      const identified = unnamedCounts.total === 0 ? identify(tests) : null;
      return {
        runner: this.runner,
        tests: identified,
        counts,
        complete: isComplete && !isUnfinished,
        collected: expectedTests,
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
  return detachedCopy(text.length <= length ? text : `${text.slice(0, length - 1)}…`);
}
