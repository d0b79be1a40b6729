import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoredRecords } from '../../test/support/scored-loop.ts';
import { aFinding, aGate, agentStarted, aVerdict, loopCreated } from '../testing/builders.ts';
import { evolve } from './evolve.ts';
import { createFold, fold } from './fold.ts';
import type { LoopEvent, Recorded } from './state/events.ts';
import { ownList, shareList, withIteration } from './state/iteration-list.ts';
import type { IterationState, LoopState } from './state/state.ts';

const records = scoredRecords({
  iterations: [
    { score: 0.4 },
    { score: 0.2, classification: 'regression', decision: { action: 'rollback' } },
    { score: 0.6 },
  ],
  ended: { ending: 'stalled', reason: 'no progress' },
  later: [
    { type: 'session-started', pid: 2, resumed: true },
    { type: 'loop-paused', cause: 'request' },
  ],
});
const stepwise = (all: readonly Recorded[]) =>
  all.reduce<LoopState | null>((state, record) => evolve(state, record), null);

test('a fold comes to what one event after another comes to', () => {
  for (let end = 1; end <= records.length; end++) {
    const some = records.slice(0, end);
    expect(fold(some)).toEqual(stepwise(some));
  }
});

test('a state that was handed out stays as it is while the fold goes on', () => {
  const folding = createFold();
  const seen = records.map((record, index) => {
    folding.add(record);
    return { state: folding.state(), expected: stepwise(records.slice(0, index + 1)) };
  });
  for (const { state, expected } of seen) expect(state).toEqual(expected);
});

test('a fold that goes on from a state leaves that state alone', () => {
  const middle = stepwise(records.slice(0, 14));
  const copy = structuredClone(middle);
  const folding = createFold(middle);
  for (const record of records.slice(14)) folding.add(record);
  expect(middle).toEqual(copy);
  expect(folding.state()).toEqual(stepwise(records));
});

test('a list of iterations is copied unless a fold owns it', () => {
  const state = stepwise(records) as LoopState;
  const [first] = state.iterations as [IterationState];
  expect(withIteration(state.iterations, 1, first)).not.toBe(state.iterations);
  ownList(state.iterations);
  expect(withIteration(state.iterations, 1, first)).toBe(state.iterations);
  expect(withIteration(state.iterations, 1, first, { last: true })).toHaveLength(2);
  shareList(state.iterations);
  expect(withIteration(state.iterations, 1, first)).not.toBe(state.iterations);
});

/** Whatever a log may hold, in any order that `evolve` takes. */
test('any order of events', () => {
  const iteration = fc.integer({ min: 0, max: 4 });
  const events: fc.Arbitrary<LoopEvent> = fc.oneof(
    iteration.map((n): LoopEvent => agentStarted(n)),
    fc.tuple(iteration, fc.constantFrom('ok', 'failed', 'limit')).map(([n, outcome]) => finished(n, outcome as 'ok')),
    iteration.map((n) => taken(n)),
    iteration.map((n): LoopEvent => ({ type: 'checks-finished', iteration: n, verdicts: [aVerdict()] })),
    iteration.map((n): LoopEvent => guarded(n)),
    fc.tuple(iteration, iteration, fc.constantFrom('continue', 'rollback', 'escalate')).map(judged),
    iteration.map((n): LoopEvent => ({ type: 'refs-reset', iteration: n, iterations: [n], refs: [] }) as never),
    fc.constantFrom<LoopEvent>(
      { type: 'session-started', pid: 2, resumed: true },
      { type: 'loop-paused', cause: 'interrupt' },
      { type: 'loop-ended', ending: 'stalled', reason: 'x', best: 0 },
      { type: 'abort-requested', revert: true },
      { type: 'gate-opened', ...aGate(), iteration: 1 } as LoopEvent,
      { type: 'gate-answered', answer: 'reject', iteration: 1, blockers: [], reason: null, by: 'command' },
      { type: 'tree-reverified', iteration: 0, agrees: false, verdicts: [aVerdict()] } as never,
      { type: 'workspace-saved', commit: 'c', tree: 'h', head: null, name: 'n', adopted: true, unknown: false },
    ),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (list) => {
      const kept: Recorded[] = [{ seq: 1, at: 1000, event: loopCreated() }];
      let state = evolve(null, kept[0] as Recorded);
      for (const event of list) {
        const record = { seq: kept.length + 1, at: 1000 * (kept.length + 1), event };
        try {
          state = evolve(state, record);
        } catch {
          continue; // Not an order that a log can have.
        }
        kept.push(record);
      }
      expect(fold(kept)).toEqual(state);
    }),
  );
});

function finished(iteration: number, outcome: 'ok' | 'failed' | 'limit'): LoopEvent {
  const run = { exitCode: 0, durationMs: 5, outputFile: 'o', outputBytes: 0, excerpt: '', blocked: null, strays: 0 };
  const spent = { error: null, model: null, usage: null, costUsd: null, costEstimated: false };
  return { type: 'agent-finished', iteration, run: 'r', outcome, reason: 'x', ...run, ...spent };
}

function taken(iteration: number): LoopEvent {
  const changes = { files: 1, insertions: 1, deletions: 0, paths: ['a'] };
  return {
    type: 'snapshot-taken',
    iteration,
    commit: `c${iteration}`,
    tree: `t${iteration}`,
    head: null,
    changes,
    notes: [],
  };
}

function guarded(iteration: number): LoopEvent {
  const findings = [aFinding()];
  return { type: 'diff-guarded', iteration, findings, count: 1, file: null, problem: null, durationMs: 1 };
}

function judged([iteration, best, action]: [number, number, string]): LoopEvent {
  return {
    type: 'iteration-judged',
    iteration,
    score: 0.5,
    quality: { confidence: 1, dimensions: 0.5, analytics: null, criteria: null, breakdown: {} },
    classification: 'forward',
    best,
    decision: { action: action as 'continue', rule: 'r', reason: '', confidence: 1, ending: null, recovery: null },
  };
}
