import { describe, expect, test } from 'vitest';
import { aGate, aVerdict, loopCreated, type Played, played, theSettings } from '../testing/builders.ts';
import { evolve } from './evolve.ts';
import { fold } from './fold.ts';
import type { EventOf, LoopEvent } from './state/events.ts';
import type { LoopState } from './state/state.ts';

const failing = (tree: string): Played => ({ tree, verdicts: [aVerdict()] });
const loop = (...later: LoopEvent[]): LoopState => played(failing('a'), [failing('b')], theSettings(), later);

function recorded(state: LoopState, event: LoopEvent, ms = 1000): LoopState {
  return evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + ms, event });
}

const judged = (iteration: number, over: Partial<EventOf<'iteration-judged'>> = {}): EventOf<'iteration-judged'> => ({
  type: 'iteration-judged',
  iteration,
  score: 0.3,
  quality: { confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} },
  classification: 'plateau',
  best: 0,
  decision: { action: 'continue', rule: 'told', reason: 'told', confidence: 1, ending: null, recovery: null },
  ...over,
});
const rollback = { action: 'rollback', rule: 'r', reason: '', confidence: 1, ending: null, recovery: null } as const;
const started = (iteration: number): LoopEvent => ({
  type: 'agent-started',
  iteration,
  run: `run-${iteration}`,
  agent: 'command',
  prompt: { file: 'p', sha256: '', chars: 0 },
});
const resumed: LoopEvent = { type: 'session-started', pid: 2, resumed: true };
const ended = (over: Partial<EventOf<'loop-ended'>> = {}): LoopEvent => ({
  type: 'loop-ended',
  ending: 'stalled',
  reason: 'no progress',
  best: 0,
  ...over,
});
const saved = (over: Partial<EventOf<'workspace-saved'>>): LoopEvent => ({
  type: 'workspace-saved',
  commit: 'commit-h',
  tree: 'h',
  head: null,
  name: 'n',
  adopted: false,
  unknown: true,
  ...over,
});

describe('running time', () => {
  test('is the time between two events of a session', () => {
    const state = loop();
    expect(recorded(state, judged(1), 5000).activeMs).toBe(state.activeMs + 5000);
  });

  test.each<[string, LoopEvent]>([
    ['a session that starts', resumed],
    [
      'a gate that is answered',
      { type: 'gate-answered', answer: 'reject', iteration: 1, blockers: [], reason: null, by: 'x' },
    ],
    ['a gate that nobody attends', { type: 'gate-unattended', iteration: 1 }],
    ['a mark', { type: 'finding-marked', id: 'x', falsePositive: true, reason: null }],
    ['an iteration that is applied', { type: 'iteration-applied', name: '0', tree: 'a', reason: null }],
  ])('is not what lies before %s', (_, event) => {
    expect(recorded(loop(), event, 5000).activeMs).toBe(loop().activeMs);
  });

  test('is not the time of a wait, of a pause, or after the end', () => {
    const waiting = recorded(loop(), { type: 'wait-started', agent: 'command', until: 1, reason: 'limit' });
    expect(waiting.waiting).toEqual({ agent: 'command', until: 1, reason: 'limit' });
    const over = recorded(waiting, { type: 'wait-ended' }, 9000);
    expect([over.activeMs, over.waiting]).toEqual([waiting.activeMs, null]);
    const paused = recorded(loop(), { type: 'loop-paused', cause: 'request' });
    expect(recorded(paused, judged(1), 9000).activeMs).toBe(paused.activeMs);
    const done = recorded(recorded(loop(), judged(1)), ended());
    expect(recorded(done, { type: 'notified', about: 'end', channel: 'command', problem: null }, 9000).activeMs).toBe(
      done.activeMs,
    );
  });

  test('goes on while the end is prepared, and never backwards', () => {
    const stopping = { ...rollback, action: 'stop' as const, ending: 'stalled' as const };
    const completing = recorded(loop(), judged(1, { decision: stopping }));
    expect(completing.status).toBe('completing');
    expect(
      recorded(completing, { type: 'workspace-restored', iteration: 0, tree: 'a', extraneous: 0 }, 3000).activeMs,
    ).toBe(completing.activeMs + 3000);
    expect(recorded(loop(), judged(1), -5000).activeMs).toBe(loop().activeMs);
  });
});

describe('a log', () => {
  test('begins with the loop', () => {
    expect(fold([])).toBeNull();
    expect(() => evolve(null, { seq: 4, at: 0, event: resumed })).toThrow(
      'event 4 (session-started) comes before loop-created',
    );
  });

  test('knows only iterations that were begun', () => {
    expect(() => recorded(loop(), { type: 'checks-finished', iteration: 7, verdicts: [] })).toThrow(
      'iteration 7 of fix-tests-00000000 was never begun',
    );
  });

  test('says which agents there are, and keeps how they stand when the settings change', () => {
    const settings = theSettings({ agent: { names: ['claude', 'codex'] } });
    const state = fold([{ seq: 1, at: 0, event: loopCreated({ settings }) }]) as LoopState;
    expect(state.agents.map(({ name }) => name)).toEqual(['claude', 'codex']);
    const withMisses = { ...state, agents: state.agents.map((one) => ({ ...one, misses: 2 })) };
    const changed = recorded(withMisses, {
      type: 'settings-changed',
      settings: theSettings({ agent: { names: ['codex', 'pi'] } }),
    });
    expect(changed.agents.map(({ name, misses }) => [name, misses])).toEqual([
      ['codex', 2],
      ['pi', 0],
    ]);
    expect(recorded(withMisses, { type: 'settings-changed', settings: theSettings() }).agents).toEqual(
      withMisses.agents,
    );
  });

  test('keeps a mark until it is taken back', () => {
    const mark = (falsePositive: boolean, reason: string | null): LoopEvent => ({
      type: 'finding-marked',
      id: 'f1',
      falsePositive,
      reason,
    });
    const marked = recorded(recorded(loop(), mark(true, 'no')), mark(true, 'really'));
    expect(marked.marked).toEqual([{ id: 'f1', reason: 'really' }]);
    expect(recorded(marked, mark(false, null)).marked).toEqual([]);
  });

  test('records the history of reinforcement', () => {
    const state = recorded(loop(), {
      type: 'reinforcement-changed',
      iteration: 1,
      from: 'MINIMAL',
      to: 'AGGRESSIVE',
      reason: 'r',
    });
    expect(state.reinforcement).toBe('AGGRESSIVE');
    expect(state.reinforcementHistory).toEqual([
      { at: state.lastAt, iteration: 1, from: 'MINIMAL', to: 'AGGRESSIVE', reason: 'r' },
    ]);
  });
});

describe('the tree in the workspace', () => {
  test.each<[string, LoopEvent, string | null]>([
    ['a restore', { type: 'workspace-restored', iteration: 0, tree: 'a', extraneous: 0 }, 'a'],
    ['an iteration that is applied', { type: 'iteration-applied', name: '0', tree: 'a', reason: null }, 'a'],
    ['checks that begin', { type: 'checks-started', iteration: 1 }, null],
    ['an agent that begins', started(2), null],
    ['a resumed session', resumed, null],
  ])('after %s', (_, event, tree) => {
    expect(recorded({ ...recorded(loop(), judged(1)), workspaceTree: 'b' }, event).workspaceTree).toBe(tree);
  });
});

describe('a judgement', () => {
  test('says what is best, and from where the next one starts', () => {
    expect(recorded(loop(), judged(1, { best: 1 }))).toMatchObject({
      best: 1,
      start: { iteration: 1, tree: 'b' },
      status: 'running',
    });
    expect(recorded(loop(), judged(1, { decision: rollback }))).toMatchObject({
      best: 0,
      start: { iteration: 0, tree: 'a' },
    });
  });

  test('of a standstill raises an alert, once', () => {
    const still = recorded(
      recorded(loop(), judged(1, { classification: 'stalled' })),
      judged(1, { classification: 'stalled' }),
    );
    expect(still.iterations[1]?.alerts.map(({ type, message }) => [type, message])).toEqual([
      ['stall', 'No meaningful progress for 3 iterations'],
    ]);
    expect(recorded(still, judged(1)).iterations[1]?.alerts).toEqual([]);
  });

  test('takes the time since the last fact', () => {
    expect(recorded(loop(), judged(1), 40).iterations[1]?.decidingMs).toBe(40);
  });
});

describe('an end', () => {
  test('keeps best, and if it was aborted the place it stood at', () => {
    const state = recorded(loop(), judged(1, { best: 1 }));
    const end = recorded(state, ended({ best: 0 }));
    expect(end).toMatchObject({ status: 'stopped', start: { iteration: 0 }, atRest: true });
    expect(end.ended).toEqual({ ending: 'stalled', reason: 'no progress', best: 0, at: end.lastAt });
    expect(recorded(state, ended({ ending: 'aborted', best: 0 }))).toMatchObject({
      status: 'aborted',
      start: { iteration: 1 },
    });
    expect(recorded(state, ended({ best: null })).start).toBeNull();
  });

  test('is notified once; a gate is notified separately', () => {
    const notified = (about: 'gate' | 'end'): LoopEvent => ({
      type: 'notified',
      about,
      channel: 'command',
      problem: null,
    });
    expect(recorded(loop(), notified('end')).endNotified).toBe(true);
    expect(recorded(loop(), notified('gate'))).toMatchObject({ endNotified: false, gate: null });
  });
});

describe('a pause', () => {
  test('leaves something half done, or nothing', () => {
    const pause: LoopEvent = { type: 'loop-paused', cause: 'interrupt' };
    expect(recorded(loop(), pause)).toMatchObject({ status: 'paused', pausedBy: 'interrupt', atRest: false });
    expect(recorded(recorded(loop(), judged(1)), pause).atRest).toBe(true);
  });
});

describe('a resumed session', () => {
  const rested = recorded(recorded(loop(), judged(1)), ended());

  test('forgets a run that had not ended, and that nobody knows what it spent', () => {
    const cut = recorded(recorded(loop(), judged(1)), started(2));
    const again = recorded(cut, resumed);
    expect(again.iterations).toHaveLength(2);
    expect(again.spent).toMatchObject({
      runs: cut.spent.runs + 1,
      unknownCost: cut.spent.unknownCost + 1,
      untold: cut.spent.untold,
    });
    expect(again).toMatchObject({ unsaved: true, status: 'running', workspaceTree: null });
  });

  test('counts a cancelled run once', () => {
    const cut = recorded(recorded(loop(), judged(1)), started(2));
    const cancelled = recorded(cut, {
      type: 'agent-cancelled',
      iteration: 2,
      run: 'run-2',
      durationMs: 10,
      usage: null,
      costUsd: 1,
      costEstimated: false,
    });
    expect(cancelled.spent.runs).toBe(cut.spent.runs + 1);
    expect(recorded(cancelled, resumed).spent).toEqual(cancelled.spent);
  });

  test('judges the last iteration of an ended loop again', () => {
    const again = recorded(rested, resumed);
    expect(again).toMatchObject({ ended: null, endNotified: false, pausedBy: null, rulesSince: 1 });
    expect(again.iterations[1]).toMatchObject({ decision: null, verdicts: [{ outcome: 'fail' }] });
  });

  test('measures again what could not be measured', () => {
    const blind = played(failing('a'), [{ tree: 'b', verdicts: [aVerdict({ outcome: 'unmeasured' })] }]);
    const again = recorded(recorded(recorded(blind, judged(1)), ended()), resumed);
    expect(again.iterations[1]).toMatchObject({ decision: null, verdicts: null, reflected: null });
  });

  test('goes on with an open gate, without judging again', () => {
    const gate = aGate();
    const again = recorded({ ...rested, gate }, resumed);
    expect(again.gate).toMatchObject({ unattended: false });
    expect(again.iterations[1]?.decision).not.toBeNull();
    expect(again.rulesSince).toBe(0);
  });

  test('runs a set-up that failed again, and hooks of an end that did not come', () => {
    const state: LoopState = {
      ...rested,
      setup: { locks: '', ok: false, reason: 'r' },
      hooked: ['onStop:1', 'postLoop:1', 'postIteration:1'],
    };
    expect(recorded(state, resumed)).toMatchObject({ setup: null, hooked: ['postIteration:1'] });
    const fine = { locks: '', ok: true, reason: '' };
    expect(recorded({ ...state, setup: fine }, resumed).setup).toEqual(fine);
  });

  test('that begins again changes nothing', () => {
    const state = loop();
    const again = recorded(state, { type: 'session-started', pid: 3, resumed: false });
    expect(again).toEqual({ ...state, lastAt: again.lastAt, lastSeq: again.lastSeq });
  });

  test('of a loop that did nothing has nothing to keep', () => {
    const state = fold([{ seq: 1, at: 0, event: loopCreated() }]) as LoopState;
    expect(recorded(state, resumed)).toMatchObject({ unsaved: false, rulesSince: 0 });
  });
});

describe('what is found in the workspace', () => {
  const waiting = { ...recorded(loop(), judged(1)), unsaved: true, atRest: true };

  test('is an iteration of its own if a person made it', () => {
    const changes = { files: 2, insertions: 3, deletions: 1, paths: ['a', 'b'] };
    const state = recorded(waiting, saved({ adopted: true, changes }));
    expect(state).toMatchObject({ unsaved: false, atRest: false, workspaceTree: 'h', carried: null });
    expect(state.iterations[2]).toMatchObject({
      n: 2,
      parent: 1,
      byHand: true,
      run: null,
      snapshot: {
        commit: 'commit-h',
        tree: 'h',
        changes,
        notes: [],
      },
    });
  });

  test('is kept aside otherwise', () => {
    const state = recorded(waiting, saved({}));
    expect(state.iterations).toHaveLength(2);
    expect(state.unsaved).toBe(false);
  });

  test('after a run that hit a limit is where the next one goes on, if anything was done', () => {
    const missed = { ...waiting, missed: true };
    expect(recorded(missed, saved({}))).toMatchObject({
      carried: { commit: 'commit-h', tree: 'h' },
      missed: false,
      workspaceTree: 'h',
    });
    expect(recorded(missed, saved({ tree: 'b' })).carried).toBeNull();
  });
});

describe('a snapshot', () => {
  const snapshotTaken = (iteration: number, over: Partial<EventOf<'snapshot-taken'>> = {}): LoopEvent => ({
    type: 'snapshot-taken',
    iteration,
    commit: 'c',
    tree: 't',
    head: null,
    changes: { files: 1, insertions: 1, deletions: 0, paths: [] },
    notes: [],
    ...over,
  });
  const run = recorded(recorded(loop(), judged(1)), started(2));

  test('is what the workspace holds, and settles what was carried and missed', () => {
    const state = recorded({ ...run, carried: { commit: 'x', tree: 'y' }, misses: 2 }, snapshotTaken(2));
    expect(state).toMatchObject({ workspaceTree: 't', carried: null, misses: 0 });
  });

  test('is not what it holds if changes were taken back', () => {
    const empty = { paths: [], count: 0 };
    const back = {
      type: 'changes-reverted',
      iteration: 2,
      findings: [],
      protected: empty,
      scope: empty,
    } as unknown as LoopEvent;
    expect(recorded(recorded(run, back), snapshotTaken(2)).workspaceTree).toBeNull();
  });

  test('of the baseline records for which dependencies the set-up ran', () => {
    const fresh = fold([{ seq: 1, at: 0, event: loopCreated() }]) as LoopState;
    const setup = { locks: null, ok: true, reason: '' };
    expect(recorded({ ...fresh, setup }, snapshotTaken(0, { locks: 'L' })).setup).toEqual({ ...setup, locks: 'L' });
    expect(recorded({ ...fresh, setup }, snapshotTaken(0)).setup).toEqual({ ...setup, locks: '' });
    expect(recorded({ ...run, setup }, snapshotTaken(2, { locks: 'L' })).setup).toEqual(setup);
    const knownSetup = { ...setup, locks: 'K' };
    expect(recorded({ ...fresh, setup: knownSetup }, snapshotTaken(0, { locks: 'L' })).setup).toEqual(knownSetup);
  });
});

describe('a run', () => {
  test('starts from where the loop stands', () => {
    const state = recorded(recorded(loop(), judged(1, { decision: rollback })), started(2));
    expect(state.iterations[2]).toMatchObject({ parent: 0, startTree: 'a', run: 'run-2', by: 'command' });
  });

  test('begun again takes the place of the first', () => {
    const twice = recorded(recorded(recorded(loop(), judged(1)), started(2)), started(2));
    expect(twice.iterations).toHaveLength(3);
  });
});
