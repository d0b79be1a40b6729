import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { fold } from '../../core/fold.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { agentStarted, loopCreated, recorded, testsVerdict, theSettings } from '../../testing/builders.ts';
import { foldedView, viewOf } from './view.ts';

const started = agentStarted();
const baseline = { score: 0.4, verdicts: [testsVerdict(1, 3)] };
const seen = (state: LoopState, over = {}) =>
  viewOf(state, { at: state.lastAt + 5000, activity: null, doing: null, ...over });

test.each<[string, LoopEvent[]]>([
  ['taking a snapshot', []],
  [
    'checking',
    [
      {
        type: 'snapshot-taken',
        iteration: 0,
        commit: 'c',
        tree: 't',
        head: null,
        changes: { files: 0, insertions: 0, deletions: 0, paths: [] },
        notes: [],
      },
    ],
  ],
  ['paused', [{ type: 'loop-paused', cause: 'interrupt' }]],
  ['aborted', [{ type: 'loop-ended', ending: 'aborted', reason: 'x', best: null }]],
])('the phase is %s', (phase, events) => {
  const state = fold(recorded([loopCreated(), { type: 'session-started', pid: 1, resumed: false }, ...events]));
  expect(foldedView(state as LoopState).phase).toBe(phase);
});

test('while the agent is at work: agent, activity and running time', () => {
  const view = seen(scoredLoop({ baseline, iterations: [], later: [started] }), { doing: 'Read a.js' });
  expect(view).toMatchObject({ phase: 'agent at work', phaseMs: 5000, agent: { name: 'claude', doing: 'Read a.js' } });
  const paused = scoredLoop({
    baseline,
    iterations: [],
    later: [started, { type: 'loop-paused', cause: 'interrupt' }],
  });
  expect(seen(paused)).toMatchObject({ phase: 'paused', agent: null, activeMs: paused.activeMs });
});

test('a wait counts down and is not running time', () => {
  const state = scoredLoop({ baseline, iterations: [] });
  const until = state.lastAt + 65_000;
  const waiting: LoopEvent = { type: 'wait-started', agent: 'claude', until, reason: 'limit' };
  const now = scoredLoop({ baseline, iterations: [], later: [waiting] });
  expect(seen(now)).toMatchObject({
    phase: 'waiting for claude',
    activeMs: now.activeMs,
    waitLeftMs: until - now.lastAt - 5000,
  });
});

test('a question does not count as running time: the clock does not go back when it is answered', () => {
  const asked: LoopEvent = { type: 'gate-opened', iteration: 0, question: 'q', blockers: [], timeoutMinutes: 60 };
  const state = scoredLoop({ baseline, iterations: [], later: [asked] });
  expect(seen(state)).toMatchObject({ status: 'running', phase: 'waiting for your answer', activeMs: state.activeMs });
  expect(seen(state).gate).toMatchObject({ leftMs: 60 * 60_000 - 5000 });
});

test('metrics show their change since the parent iteration; unknown ones are omitted', () => {
  const iterations = [{ score: 0.7, verdicts: [testsVerdict(2, 3)], metrics: { types: { errors: 2 } } }];
  const { measures, points } = seen(scoredLoop({ baseline, iterations }));
  expect(measures).toEqual([
    { name: 'tests', value: '2/3', delta: 1, better: true },
    { name: 'types', value: '2', delta: null, better: null },
  ]);
  expect(points.map(({ iteration, best }) => [iteration, best])).toEqual([
    [0, false],
    [1, true],
  ]);
});

test('checks and metrics are of the same tree, even before it is judged', () => {
  const iterations = [{ score: 0.7, verdicts: [testsVerdict(2, 3)] }];
  const state = scoredLoop({ baseline, iterations: [...iterations, { score: 0.9, verdicts: [testsVerdict(3, 3)] }] });
  const unjudged = state.iterations.map((one) => (one.n === 2 ? { ...one, decision: null } : one));
  const { checks, measures } = seen({ ...state, iterations: unjudged });
  expect(checks).toMatchObject([{ outcome: 'pass', reason: 'in #2, not judged yet' }]);
  expect(measures).toMatchObject([{ name: 'tests', value: '3/3', delta: 1 }]);
});

test('adds the cost of the current run to the recorded cost; unknown is not 0', () => {
  const settings = theSettings({ limits: { maxCostUsd: 3 } });
  const told = { created: { settings }, baseline, iterations: [], later: [started] };
  expect(seen(scoredLoop(told)).spent).toMatchObject({ costUsd: null, tokens: null, maxCostUsd: 3, maxTokens: null });
  const activity = {
    type: 'agent-activity',
    iteration: 1,
    agent: 'claude',
    event: { type: 'thinking', text: '' },
    ms: 1,
    tokens: 50,
    costUsd: 0.5,
    costEstimated: true,
  } as const;
  expect(seen(scoredLoop(told), { activity }).spent).toMatchObject({ costUsd: 0.5, estimated: true, tokens: 50 });
});
