import { isPartial } from '../metrics/metrics.ts';
import type { LoopFinding } from '../state/finding.ts';
import { shownBy } from '../state/shown-by.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { areLossesExplained } from './explained-losses.ts';
import { alertKey, isMarked } from './marks.ts';
import { type Clue, followsFrom, isConsequence, namesTest } from './same-loss.ts';

/** What stands between an iteration and completion, although its criteria may hold. A person may approve it by its id. */
export interface Blocker {
  id: string;
  text: string;
  /** The blocker that says the same with its place; words for people leave this one out then. */
  saidBy?: string;
}

/** Unresolved ones only. */
export function blockersOf(state: LoopState, iteration: IterationState): Blocker[] {
  const holds = [...unguarded(state, iteration), ...unneededTests(state, iteration)];
  const all = [...changeBlockers(state, iteration), ...testsBroken(state, iteration), ...holds];
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}

/** The guard could not judge it: that holds completion, but is no fault of the change. */
function unguarded(state: LoopState, { n, unguarded: reason }: IterationState): Blocker[] {
  const id = `unguarded:${n}`;
  if (reason === undefined || !isUnresolved(state, id)) return [];
  return [{ id, text: `the guard could not judge iteration ${n}: ${reason}` }];
}

/**
 * The task asks for tests of its change, and those that came show nothing of it: more work is to come, and nothing is lost. Where tests
 * are what shows the task, it takes more than this, and the work is kept anyway.
 */
function unneededTests(state: LoopState, { n, newTests }: IterationState): Blocker[] {
  const id = `new-tests:${n}`;
  if (!newTests?.holds || !isUnresolved(state, id) || shownBy(state) === 'tests') return [];
  const what = newTests.added === 1 ? 'the new test passes' : `all ${newTests.added} new tests pass`;
  return [{ id, text: `${what} without the change, so no test shows what the task asks for` }];
}

/** Compared with the baseline, so that a loss does not become honest by being built on. */
export function changeBlockers(state: LoopState, iteration: IterationState): Blocker[] {
  const losses = lossesOf(iteration).map((one) => ({ ...one, ...saidBy(iteration, one.id) }));
  const all = [...findingsOf(iteration), ...losses, ...alertsOf(state, iteration)];
  return all.filter(({ id }) => isUnresolved(state, id));
}

/**
 * Working tests that this iteration broke, or one that it builds on. They hold completion like a loss does; only some
 * types of task go on from there anyway, for a while.
 */
export function testsBroken(state: LoopState, { n, alerts, unmended }: IterationState): Blocker[] {
  const own = alerts.filter(({ type }) => type === BROKEN).map(({ message, tests }) => ({ n, text: message, tests }));
  const older = unmended.map(({ iteration, tests }) => ({
    n: iteration,
    text: stillBrokenText(iteration, tests),
    tests,
  }));
  return [...own, ...older]
    .map(({ n: by, text }) => ({ id: alertKey(by, { type: BROKEN }), text }))
    .filter(({ id }) => isUnresolved(state, id));
}

const BROKEN = 'working_test_failing';

function stillBrokenText(iteration: number, tests: readonly string[]): string {
  if (tests.length === 0) return `tests that iteration ${iteration} broke still fail`;
  const what = tests.length === 1 ? `The test "${tests[0]}"` : `${tests.length} tests`;
  return `${what}, broken by iteration ${iteration}, still ${tests.length === 1 ? 'fails' : 'fail'}`;
}

export function isUnresolved(state: LoopState, id: string): boolean {
  return !state.approved.includes(id) && !isMarked(state, id);
}

/** A test that is gone, and that a finding names. */
function saidBy(iteration: IterationState, key: string): Pick<Blocker, 'saidBy'> {
  const finding = findingsIn(iteration).find(
    ({ blocking, before, after, why: text, ...one }) =>
      blocking && namesTest({ ...one, place: after ?? before, text }, key),
  );
  return finding ? { saidBy: findingKey(finding.id) } : {};
}

function findingsOf(iteration: IterationState): Blocker[] {
  const clues = findingsIn(iteration)
    .filter(({ blocking }) => blocking)
    .map((one) => ({ ...clueOf(one, iteration), id: one.id }));
  return clues.map((clue) => {
    const { id, text, place } = clue;
    const cause = isConsequence(clue) ? clues.find((other) => followsFrom(clue, other)) : undefined;
    return {
      id: findingKey(id),
      text: `${text}${place ? ` (${place.path}:${place.line})` : ''}`,
      ...(cause && { saidBy: findingKey(cause.id) }),
    };
  });
}

function clueOf({ type, pattern, before, after, why }: LoopFinding, { n }: IterationState): Clue {
  return { source: 'guard', type, pattern, place: after ?? before, text: why, iterations: [n] };
}

/** Of the guard, and of what keeps the judge out of reach. */
export function findingsIn({ findings, raised }: IterationState): LoopFinding[] {
  return [...(findings ?? []), ...raised];
}

export const findingKey = (id: string) => `finding:${id}`;

/** Tests of the baseline that did not run: measured, not read from the code. In a run that was not whole they may still be there. */
export function lossesOf(iteration: IterationState): Blocker[] {
  const { lost, metrics } = iteration;
  if (!lost || areLossesExplained(iteration)) return [];
  const [one, many] = metrics && isPartial(metrics) ? ['was not run', 'were not run'] : ['is gone', 'are gone'];
  const named = lost.tests.map((test) => lossOf(test, one));
  const unnamed = lost.count - lost.tests.length;
  if (unnamed <= 0) return named;
  const text = `${unnamed} ${named.length > 0 ? 'more ' : ''}${unnamed === 1 ? `test ${one}` : `tests ${many}`}`;
  return [...named, { id: `lost-tests:${lost.count}`, text }];
}

/** Those that the task asks to remove: shown, but they do not block. */
export function expectedLosses({ lost }: IterationState): Blocker[] {
  return (lost?.expected ?? []).map((test) => lossOf(test, 'is gone'));
}

const lossOf = (test: string, what: string) => ({ id: `lost-test:${test}`, text: `the test "${test}" ${what}` });

/** Alerts compare with the iteration before; if they block, nothing is built on it, so they stay in force. */
function alertsOf({ settings }: LoopState, { n, alerts }: IterationState): Blocker[] {
  const blocking = new Set<string>(settings.alerts.block);
  return alerts.filter(({ type }) => blocking.has(type)).map((one) => ({ id: alertKey(n, one), text: one.message }));
}

/** The first few in words: `the test "a" is gone, the test "b" is gone and 3 more`. */
export function blockersText(all: readonly Blocker[]): string {
  const blockers = all.filter(({ saidBy: other }) => !all.some(({ id }) => id === other));
  const listed = blockers.slice(0, 3).map(({ text }) => text);
  const more = blockers.length - listed.length;
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
