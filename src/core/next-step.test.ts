import { describe, expect, test } from 'vitest';
import { aGate, aRecovery, type Judged, judgedLoop, theSettings } from '../testing/builders.ts';
import { standings } from './agents/availability.ts';
import { nextStep } from './next-step.ts';
import type { Decision } from './state/decision.ts';
import type { IterationState, LoopState } from './state/state.ts';

const decision = (over: Partial<Decision> = {}): Decision => ({
  action: 'continue',
  rule: 'told',
  reason: 'told',
  confidence: 1,
  ending: null,
  recovery: null,
  ...over,
});

/** A judged loop that stands at its last iteration, with that tree in the workspace. */
function standing(iterations: readonly Judged[], change: Partial<LoopState> = {}, settings = theSettings()): LoopState {
  const state = judgedLoop(iterations, settings);
  const n = iterations.length;
  const tree = state.iterations[n]?.snapshot?.tree ?? '';
  return {
    ...state,
    lessons: [],
    start: { iteration: n, commit: `commit:${n}`, tree },
    workspaceTree: tree,
    ...change,
  };
}

const under = (over: Partial<IterationState>, change: Partial<LoopState> = {}, settings = theSettings()) =>
  standing([{ score: 0.3, over: { decision: null, ...over } }], change, settings);
const ending = (end: Decision['ending']): Judged => ({
  score: 0.3,
  over: { decision: decision({ ending: end, action: 'stop' }) },
});
const silent = theSettings({ memory: { reflections: false } });

describe('what comes next', () => {
  test.each<[string, LoopState, object | null]>([
    ['nothing, of a loop that ended', standing([], { ended: { ending: 'stalled', reason: '', best: 0, at: 0 } }), null],
    [
      'of nothing: the first snapshot',
      standing([], { iterations: [] }),
      { type: 'take-snapshot', iteration: 0, parent: null },
    ],
    [
      'after the agent: a snapshot, on top of where it started',
      under({ snapshot: null, verdicts: null }),
      { type: 'take-snapshot', iteration: 1, parent: 'commit:1' },
    ],
    [
      'without a start: a snapshot on top of nothing',
      under({ snapshot: null, verdicts: null }, { start: null }),
      { type: 'take-snapshot', iteration: 1, parent: null },
    ],
    ['of a tree that is in the workspace: the checks', under({ verdicts: null }), { type: 'verify', iteration: 1 }],
    [
      'of a tree that may not be: a restore',
      under({ verdicts: null }, { workspaceTree: null }),
      { type: 'restore', to: { iteration: 1, commit: 'commit:1', tree: 'tree:1' } },
    ],
    ['of a checked tree: the guard', under({ findings: null }), { type: 'guard', iteration: 1, baseline: 0 }],
    [
      'of a tree that a person made: no guard',
      under({ findings: null, byHand: true }, {}, silent),
      { type: 'judge', iteration: 1 },
    ],
    [
      'where the guard is off: the judgement',
      under({ findings: null }, {}, theSettings({ guard: { enabled: false }, memory: { reflections: false } })),
      { type: 'judge', iteration: 1 },
    ],
    ['of a failure: a reflection', under({}), { type: 'reflect', iteration: 1 }],
    ['without reflections: the judgement', under({}, {}, silent), { type: 'judge', iteration: 1 }],
    [
      'of a judged one: the next run',
      standing([{ score: 0.3 }]),
      { type: 'run-agent', iteration: 2, agent: 'command' },
    ],
    ['of the baseline: lessons of earlier loops', standing([], { lessons: null }), { type: 'recall' }],
    [
      'where no lessons are wanted: the first run',
      standing([], { lessons: null }, theSettings({ memory: { lessons: 'off' } })),
      { type: 'run-agent', iteration: 1, agent: 'command' },
    ],
    [
      'later: no lessons any more',
      standing([{ score: 0.3 }], { lessons: null }),
      { type: 'run-agent', iteration: 2, agent: 'command' },
    ],
    [
      'of a tree that must be verified anew: that first',
      standing([{ score: 0.3 }], { reverify: 1 }),
      { type: 'reverify', iteration: 1 },
    ],
    [
      'where an earlier level of reinforcement does not suit any more: another',
      standing([{ score: 0.3 }], { reinforcement: 'AGGRESSIVE' }, theSettings({ reinforcement: { setting: 'OFF' } })),
      { type: 'reinforce', iteration: 1, to: 'OFF', reason: 'reinforcement is set to OFF' },
    ],
  ])('%s', (_, state, step) => {
    expect(nextStep(state)).toEqual(step);
  });

  test('the half-done tree of a run that hit a limit is continued', () => {
    const carried = { commit: 'half', tree: 'half-tree' };
    expect(nextStep(standing([{ score: 0.3 }], { carried }))).toEqual({
      type: 'restore',
      to: { iteration: 1, ...carried },
    });
  });

  test('a loop without a tree to start from is a mistake', () => {
    expect(() => nextStep(standing([{ score: 0.3 }], { start: null }))).toThrow(
      'fix-tests-00000000 has no tree to start from',
    );
  });
});

describe('an end', () => {
  const restoring = { type: 'restore', to: { iteration: 0, commit: 'commit:0', tree: 'start' } };
  const end = { type: 'end', ending: 'stalled', reason: 'told', best: 0 };
  const notifying = theSettings({ notify: { command: 'tell' } });

  test.each<[string, LoopState, object]>([
    ['first puts best into the workspace', standing([ending('stalled')]), restoring],
    ['then it is recorded', standing([ending('stalled')], { workspaceTree: 'start' }), end],
    [
      'people are told first',
      standing([ending('stalled')], {}, notifying),
      { type: 'notify', about: 'end', ending: 'stalled', reason: 'told' },
    ],
    [
      'by a webhook too',
      standing([ending('stalled')], {}, theSettings({ notify: { webhook: 'http://localhost:1/' } })),
      { type: 'notify', about: 'end', ending: 'stalled', reason: 'told' },
    ],
    ['once', standing([ending('stalled')], { endNotified: true }, notifying), restoring],
    ['where nothing was kept, the tree stays', standing([ending('stalled')], { best: null }), { ...end, best: null }],
  ])('%s', (_, state, step) => {
    expect(nextStep(state)).toEqual(step);
  });

  test('people who know of the gate are not notified of the end at it', () => {
    const gate = aGate();
    const state = standing([ending('escalated')], { gate, workspaceTree: 'start' }, notifying);
    expect(nextStep(state)).toMatchObject({ type: 'end', ending: 'escalated' });
  });
});

describe('an abort', () => {
  const end = { type: 'end', ending: 'aborted', reason: 'aborted by the user', best: 0 };
  const abort = { revert: true };

  test.each<[string, LoopState, object]>([
    ['keeps the tree', standing([{ score: 0.3 }], { abort: { revert: false }, unsaved: true }), end],
    [
      'that reverts keeps what is there aside',
      standing([{ score: 0.3 }], { abort, unsaved: true }),
      { type: 'save-workspace', adoptAs: null, expected: null },
    ],
    [
      'then goes back to iteration 0',
      standing([{ score: 0.3 }], { abort }),
      { type: 'restore', to: { iteration: 0, commit: 'commit:0', tree: 'start' } },
    ],
    ['and ends', standing([{ score: 0.3 }], { abort, workspaceTree: 'start' }), end],
    [
      'as the answer to a question puts the best tree back',
      standing([{ score: 0.3 }], { abort: { revert: false, toBest: true } }),
      { type: 'restore', to: { iteration: 0, commit: 'commit:0', tree: 'start' } },
    ],
    [
      'before the first snapshot there is nothing to go back to',
      standing([], { abort, iterations: [], unsaved: true }),
      end,
    ],
  ])('%s', (_, state, step) => {
    expect(nextStep(state)).toEqual(step);
  });
});

describe('a resumed session', () => {
  test.each<[string, Partial<LoopState>, object]>([
    ['keeps an interrupted agent’s work aside', { unsaved: true }, { adoptAs: null, expected: 'tree:1' }],
    [
      'adopts a person’s work where nothing was under way',
      { unsaved: true, atRest: true },
      { adoptAs: 2, expected: 'tree:1' },
    ],
    [
      'knows the half-done tree of a run that was held up',
      { unsaved: true, carried: { commit: 'h', tree: 'half' } },
      { adoptAs: null, expected: 'half' },
    ],
    ['knows no tree where there was none', { unsaved: true, start: null }, { adoptAs: null, expected: null }],
  ])('%s', (_, change, step) => {
    expect(nextStep(standing([{ score: 0.3 }], change))).toEqual({ type: 'save-workspace', ...step });
  });
});

describe('an agent', () => {
  const two = standings(['claude', 'codex']);

  test('is the first that is free', () => {
    expect(nextStep(standing([{ score: 0.3 }], { agents: two }))).toMatchObject({ agent: 'claude' });
    const out = two.map((one) => (one.name === 'claude' ? { ...one, out: 'no credit' } : one));
    expect(nextStep(standing([{ score: 0.3 }], { agents: out }))).toMatchObject({ agent: 'codex' });
  });

  test('of whom none is left ends the loop', () => {
    const agents = two.map((one) => ({ ...one, out: 'no credit' }));
    expect(nextStep(standing([{ score: 0.3 }], { agents, workspaceTree: 'start' }))).toMatchObject({
      type: 'end',
      ending: 'agent-cannot-run',
      reason: expect.stringContaining('no agent can run: '),
    });
  });

  test('is another one if a recovery turns to it, and only while it lasts', () => {
    const turned = aRecovery({ strategy: 'another-agent', outcome: null });
    expect(nextStep(standing([{ score: 0.3 }], { agents: two, recoveries: [turned] }))).toMatchObject({
      agent: 'codex',
    });
    const over = { ...turned, outcome: 'failed' as const };
    expect(nextStep(standing([{ score: 0.3 }], { agents: two, recoveries: [over] }))).toMatchObject({
      agent: 'claude',
    });
  });

  test.each<[string, Partial<LoopState>, object]>([
    [
      'the budget',
      { spent: { ...judgedLoop([]).spent, costUsd: 2 } },
      { ending: 'budget', reason: '$2.00 of $2 spent' },
    ],
    ['the time', { activeMs: 300_000 }, { ending: 'time-limit', reason: '5 minutes of running time used' }],
  ])('that hit a limit may have used up %s', (_, change, end) => {
    const settings = theSettings({ limits: { maxCostUsd: 2, timeoutMinutes: 5 } });
    const state = standing([{ score: 0.3 }], { ...change, workspaceTree: 'start' }, settings);
    expect(nextStep({ ...state, misses: 1 })).toMatchObject({ type: 'end', ...end });
    expect(nextStep({ ...state, misses: 0 })?.type).toBe('restore');
    expect(nextStep({ ...state, misses: 1, activeMs: 299_999, spent: judgedLoop([]).spent })?.type).toBe('restore');
  });
});
