import { describe, expect, test } from 'vitest';
import { aFinding, aVerdict, type Played, played, recorded } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import { judge } from '../judge.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { LoopEvent } from '../state/events.ts';
import type { LoopState } from '../state/state.ts';
import { blockersOf } from './blockers.ts';
import { raisedIn } from './raised.ts';

const base: Played = { tree: 'base', verdicts: [aVerdict()] };
const passing = { verdicts: [aVerdict({ outcome: 'pass' })] };
const broken: MetricAlert = { type: 'working_test_failing', severity: 'critical', message: '2 tests fail', tests: [] };
const deletion: MetricAlert = { type: 'test_deletion', severity: 'critical', message: 'fewer tests', tests: [] };
const lost = (...tests: string[]) => ({ alerts: [], lost: { tests, count: tests.length } });

const marked = (id: string): LoopEvent => ({ type: 'finding-marked', id, falsePositive: true, reason: 'wrong' });

describe('what a loop raised', () => {
  test('is listed once, with the iterations that saw it', () => {
    const state = played(base, [
      {
        tree: 'a',
        ...passing,
        findings: [aFinding()],
        measured: { alerts: [broken], lost: null },
        decision: 'rollback',
      },
      { tree: 'b', ...passing, findings: [aFinding()], measured: { alerts: [broken], lost: null } },
    ]);
    expect(raisedIn(state).map(({ key, iterations }) => [key, iterations])).toEqual([
      ['finding:f1', [1, 2]],
      ['alert:1:working_test_failing', [1]],
      ['alert:2:working_test_failing', [2]],
    ]);
  });

  test('holds tests that ran no more', () => {
    const state = played(base, [{ tree: 'a', ...passing, measured: lost('sums') }]);
    expect(raisedIn(state)).toMatchObject([{ key: 'lost-test:sums', source: 'tests', blocking: true, marked: null }]);
  });

  test('shows tests that the task asks to go', () => {
    const measured = { alerts: [], lost: { tests: [], count: 0, expected: ['sums'] } };
    const state = played(base, [{ tree: 'a', ...passing, measured }]);
    expect(raisedIn(state)).toMatchObject([{ key: 'lost-test:sums', blocking: false, expectedByTask: true }]);
  });

  test('keeps its highest severity', () => {
    const mild = aFinding({ severity: 'medium', blocking: false });
    const state = played(base, [
      { tree: 'a', ...passing, findings: [aFinding()] },
      { tree: 'b', ...passing, findings: [mild] },
    ]);
    expect(raisedIn(state)).toMatchObject([{ severity: 'critical', blocking: true, iterations: [1, 2] }]);
  });
});

describe('what a person calls a false positive', () => {
  const rows: { what: string; iteration: Played; id: string; before: string }[] = [
    {
      what: 'a finding',
      iteration: { tree: 'a', ...passing, findings: [aFinding()] },
      id: 'finding:f1',
      before: 'rollback',
    },
    {
      what: 'a lost test',
      iteration: { tree: 'a', ...passing, measured: lost('sums') },
      id: 'lost-test:sums',
      before: 'rollback',
    },
  ];
  test.each(rows)('no longer blocks and is not a flaw: $what', ({ iteration, id, before }) => {
    const state = played(base, [iteration]);
    expect(judge(state, 1)).toMatchObject({ best: 0, decision: { action: before } });
    const markedState = played(base, [iteration], undefined, [marked(id)]);
    expect(blockersOf(markedState, markedState.iterations[1] as LoopState['iterations'][number])).toEqual([]);
    expect(judge(markedState, 1)).toMatchObject({ best: 1, decision: { action: 'complete' } });
  });

  test.each([
    { alert: broken, id: 'alert:1:working_test_failing' },
    { alert: deletion, id: 'alert:1:test_deletion' },
  ])('rolls nothing back and is not a flaw: $alert.type', ({ alert, id }) => {
    const iteration = { tree: 'a', verdicts: [aVerdict()], measured: { alerts: [alert], lost: null } };
    expect(judge(played(base, [iteration]), 1).decision.action).toBe('rollback');
    expect(judge(played(base, [iteration], undefined, [marked(id)]), 1).decision.action).toBe('continue');
  });

  test('leaves everything else that was raised as it is', () => {
    const findings = [aFinding(), aFinding({ id: 'f2' })];
    const markedState = played(base, [{ tree: 'a', ...passing, findings }], undefined, [marked('finding:f1')]);
    expect(judge(markedState, 1).decision.action).toBe('rollback');
    expect(raisedIn(markedState).map((one) => one.marked)).toEqual([{ reason: 'wrong' }, null]);
  });
});

test('the time until a person speaks is nobody’s running time', () => {
  const state = played(base);
  const [record] = recorded([marked('finding:f1')]);
  const later = evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + 3_600_000, event: record!.event });
  expect(later.activeMs).toBe(state.activeMs);
});
