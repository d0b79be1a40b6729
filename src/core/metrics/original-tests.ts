import { z } from 'zod';
import type { NamedTests } from './lost-tests.ts';
import type { TestCounts } from './test-counts.ts';

/** The tests that ran at the baseline, and how many of them ran again from the baseline's content. */
export const originalTestsSchema = z.object({
  of: z.int(),
  ran: z.int(),
  /** By name; if the runner gives no names, only their number is known. */
  byName: z.boolean(),
  /** At most 100. */
  missing: z.array(z.string()),
});
export type OriginalTests = z.infer<typeof originalTestsSchema>;

/** What a run reported: names, if its runner gives any. */
export interface ReportedTests {
  names: NamedTests | null;
  counts: TestCounts | null;
}

/** A file of the judge that a run had in another place than the baseline. */
export interface MovedFile {
  from: string;
  to: string;
}

/**
 * Compares the tests that ran at the baseline with runs that had nothing but its content under the same names, but for files in
 * `moved`. A skipped test did not run. Names that the source makes may change: in a file, or below a test, as many as before count
 * as the same. `isExcused` says which of the missing ones need not run. Null if the baseline's tests are not known.
 */
export function originalTests(
  before: ReportedTests,
  runs: readonly ReportedTests[],
  moved: readonly MovedFile[] = [],
  excused: (missing: readonly string[]) => readonly string[] = () => [],
): OriginalTests | null {
  const named = runs.flatMap(({ names }) => names ?? []);
  if (!before.names || (named.length === 0 && !areAllNamed(before))) return byCount(before, runs);
  const old = executedNames(before.names);
  const now = new Set(named.flatMap(executedNames));
  const placeOf = currentPlace(moved);
  const isAsFull = fullContainers(old, now, placeOf);
  const absent = old.filter((id) => !now.has(placeOf(id)));
  const vanished = absent.filter((id) => !outerOf(id).some((one) => isAsFull(one)));
  const free = new Set(vanished.length > 0 ? excused(vanished) : []);
  const missing = vanished.filter((id) => !free.has(id));
  const of = old.length - free.size;
  return { of, ran: of - missing.length, byName: true, missing: missing.slice(0, MOST_NAMED) };
}

/** Of files that were moved: whether each test of theirs ran where it is now. False if the runner does not name files. */
export function ranWhereMoved(before: ReportedTests, run: ReportedTests, moved: readonly MovedFile[]): boolean {
  if (!before.names || !run.names) return false;
  const old = executedNames(before.names);
  if (!old.every((id) => FILE.test(headOf(id)))) return false;
  const now = new Set(executedNames(run.names));
  const to = new Map(moved.map((one) => [one.from, one.to]));
  return old.every((id) => {
    const place = to.get(headOf(id));
    return place === undefined || now.has(place + id.slice(headOf(id).length));
  });
}

const MOST_NAMED = 100;
const SEPARATOR = ' › ';
const FILE = /\.(?:[cm]?[jt]sx?|py|rb|php|dart|exs?|lua|vue|svelte|feature|sh)$/;

/** A skipped test was not executed, even if its report says otherwise. */
export function executedNames(tests: NamedTests): string[] {
  return [...tests].flatMap(([id, status]) => (status === 'passed' || status === 'failed' ? [id] : []));
}

/**
 * Then a run without any name is not one of that runner: whatever it counts, nothing shows that these tests ran. Many runners
 * name only what fails, so it needs a test that passed.
 */
function areAllNamed({ names, counts }: ReportedTests): boolean {
  if (names === null || counts === null || ![...names.values()].includes('passed')) return false;
  return executedNames(names).length >= counts.total - counts.skipped;
}

/** A runner that counted no passing test at the baseline may count only failures. */
function byCount(before: ReportedTests, runs: readonly ReportedTests[]): OriginalTests | null {
  const executed = ({ counts }: ReportedTests) => (counts ? counts.total - counts.skipped : null);
  const of = executed(before);
  if (of === null || of <= 0) return null;
  const counted = runs.flatMap((run) => executed(run) ?? []);
  if (counted.length === 0 && before.counts?.passed === 0) return null;
  const ran = Math.max(0, ...counted);
  return { of, ran: Math.min(of, ran), byName: false, missing: [] };
}

/** Where a test of a moved file is now. Some runners name its folder instead: a package of Go. */
function currentPlace(moved: readonly MovedFile[]): (id: string) => string {
  const files = new Map(moved.map(({ from, to }) => [from, to]));
  const folders = moved.filter(({ from, to }) => split(from).name === split(to).name && split(from).folder !== '');
  return (id) => {
    const head = headOf(id);
    const rest = id.slice(head.length);
    const file = files.get(head);
    if (file !== undefined) return file + rest;
    const inFolder = folders.find(({ from }) => `/${head}`.endsWith(`/${split(from).folder}`));
    if (!inFolder || FILE.test(head)) return id;
    return head.slice(0, head.length - split(inFolder.from).folder.length) + split(inFolder.to).folder + rest;
  };
}

/** Whether at least as many tests as before ran in what has the baseline's content: a file, or a test with parts. */
function fullContainers(old: readonly string[], now: ReadonlySet<string>, placeOf: (id: string) => string) {
  const [was, is] = [countParts(old), countParts(now)];
  const tests = new Set(old);
  return (container: string): boolean => {
    const place = placeOf(container);
    const isTest = tests.has(container);
    if (isTest ? !now.has(place) : !FILE.test(container)) return false;
    return (is.get(place) ?? 0) >= (was.get(container) ?? 0);
  };
}

function countParts(ids: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) for (const outer of outerOf(id)) counts.set(outer, (counts.get(outer) ?? 0) + 1);
  return counts;
}

/** Everything that a test lies in: `file`, `file › suite`, … */
function outerOf(id: string): string[] {
  const parts = id.split(SEPARATOR);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join(SEPARATOR));
}

const headOf = (id: string) => id.split(SEPARATOR, 1)[0] as string;

function split(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/');
  return { folder: at < 0 ? '' : path.slice(0, at), name: path.slice(at + 1) };
}
