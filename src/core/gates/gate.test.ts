import { describe, expect, test } from 'vitest';
import { aFinding, judgedLoop, theSettings } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import { nextStep } from '../next-step.ts';
import { promptContext } from '../prompt/prompt.ts';
import { bestOf } from '../selection/best.ts';
import type { EventOf } from '../state/events.ts';
import type { Gate, IterationState, LoopState } from '../state/state.ts';
import { deadlineOf, questionOf } from './gate.ts';

const escalated = {
  action: 'escalate' as const,
  rule: 'regression',
  reason: '3 regressions in a row',
  confidence: 0.9,
  ending: 'escalated' as const,
  recovery: null,
};

function asking(
  over: Partial<IterationState> = {},
  settings = theSettings({ memory: { reflections: false } }),
): LoopState {
  const state = judgedLoop([{ score: 0.3, over: { decision: escalated, ...over } }], settings);
  const start = { iteration: 1, commit: 'commit:1', tree: 'tree:1' };
  return { ...state, status: 'completing', start, reinforcement: 'AGGRESSIVE', workspaceTree: 'start' };
}

const faked = { findings: [aFinding({ id: 'f9' })] };
const opened = (state: LoopState) => recorded(state, questionOf(state, state.iterations[1] as IterationState));
const answered = (state: LoopState, answer: EventOf<'gate-answered'>['answer'], reason: string | null = null) =>
  recorded(state, {
    type: 'gate-answered',
    answer,
    iteration: 1,
    blockers: state.gate?.blockers ?? [],
    reason,
    by: 'terminal',
  });

describe('a gate', () => {
  test('is opened before the loop ends, then notified, then asked', () => {
    const state = asking(faked, theSettings({ notify: { command: 'tell' }, memory: { reflections: false } }));
    expect(nextStep(state)).toEqual({ type: 'open-gate', iteration: 1 });
    const open = opened(state);
    expect(nextStep(open)).toMatchObject({ type: 'notify', about: 'gate' });
    const notified = recorded(open, { type: 'notified', about: 'gate', channel: 'command', problem: 'it was down' });
    expect(nextStep(notified)).toMatchObject({ type: 'ask', gate: { iteration: 1, blockers: ['finding:f9'] } });
  });

  test('a destructive change is asked about for an hour, anything else for two days', () => {
    expect(opened(asking(faked)).gate).toMatchObject({ timeoutMinutes: 60, blockers: ['finding:f9'] });
    expect(opened(asking()).gate).toMatchObject({ timeoutMinutes: 2880, blockers: [] });
  });

  const broken: MetricAlert = { type: 'working_test_failing', severity: 'critical', message: 'a fails', tests: [] };
  const fewer: MetricAlert = { type: 'file_deletion', severity: 'medium', message: 'fewer files', tests: [] };

  test.each<[string, Partial<IterationState>, string, string[]]>([
    ['a finding', faked, 'Accept this change of iteration 1? The test is skipped. (a.test.js:1)', ['finding:f9']],
    [
      'critical alerts',
      { alerts: [broken, fewer, { ...broken, type: 'test_deletion', message: 'b is gone' }] },
      'Accept this change of iteration 1? a fails, b is gone',
      ['alert:1:working_test_failing', 'alert:1:test_deletion'],
    ],
    [
      'both',
      { ...faked, alerts: [broken] },
      'Accept this change of iteration 1? The test is skipped. (a.test.js:1), a fails',
      ['finding:f9', 'alert:1:working_test_failing'],
    ],
    ['neither', {}, 'Go on? 3 regressions in a row', []],
    ['neither, and no decision', { decision: null }, 'Go on? a person is asked', []],
  ])('asks about %s', (_, over, question, blockers) => {
    const state = asking(over);
    expect(questionOf(state, state.iterations[1] as IterationState)).toMatchObject({ question, blockers });
  });

  test('an alert that blocks is asked about once', () => {
    const settings = theSettings({ alerts: { block: ['working_test_failing'] } });
    const state = asking({ alerts: [broken] }, settings);
    expect(questionOf(state, state.iterations[1] as IterationState).blockers).toEqual(['alert:1:working_test_failing']);
  });

  test('its time counts from when it was opened', () => {
    const { gate, lastAt } = opened(asking(faked));
    expect(deadlineOf(gate as Gate)).toBe(lastAt + 60 * 60_000);
  });

  test('is settled once everything it asks about was called a false alarm', () => {
    const two = { findings: [aFinding({ id: 'f8' }), aFinding({ id: 'f9' })], alerts: [broken] };
    const marked = (state: LoopState, id: string) =>
      recorded(state, { type: 'finding-marked', id, falsePositive: true, reason: null });
    const half = marked(opened(asking(two)), 'finding:f8');
    expect(half.gate).not.toBeNull();
    expect(marked(half, 'finding:f9').gate).toBeNull();
    const approved = { ...opened(asking(two)), approved: ['finding:f8'] };
    expect(marked(approved, 'finding:f9').gate).toBeNull();
  });

  test('a question without a change is not settled by a mark', () => {
    const state = opened(asking());
    expect(recorded(state, { type: 'finding-marked', id: 'x', falsePositive: true, reason: null }).gate).not.toBeNull();
  });

  test('an answer without a gate is recorded and changes nothing else', () => {
    const none = recorded(asking(faked), {
      type: 'gate-answered',
      answer: 'approve',
      iteration: 1,
      blockers: ['finding:f9'],
      reason: null,
      by: 'command',
    });
    expect(none).toMatchObject({ approved: ['finding:f9'], status: 'completing' });
  });

  test('that nobody attends ends the loop and stays open', () => {
    const unattended = recorded(opened(asking(faked)), { type: 'gate-unattended', iteration: 1 });
    expect(nextStep(unattended)).toMatchObject({ type: 'end', ending: 'escalated' });
    const ended = recorded(unattended, { type: 'loop-ended', ending: 'escalated', reason: 'r', best: 0 });
    const resumed = recorded(ended, { type: 'session-started', pid: 1, resumed: true });
    const saved = { ...resumed, unsaved: false };
    expect(nextStep(saved)).toMatchObject({ type: 'ask' });
  });

  test('approved: the iteration is judged again, and what was approved no longer stands', () => {
    const state = answered(opened(asking(faked)), 'approve', 'the test was wrong');
    expect(state).toMatchObject({ gate: null, approved: ['finding:f9'], status: 'running' });
    expect(nextStep(state)).toEqual({ type: 'judge', iteration: 1 });
  });

  test('approved: a criterion that compares with the baseline is checked again', () => {
    const metric = { id: 'c1', text: 't', kind: 'metric', metric: 'test_count', op: '>=', value: 'baseline' } as const;
    const state = answered({ ...opened(asking(faked)), criteria: [metric] }, 'approve');
    expect(state.iterations[1]?.verdicts).toBeNull();
  });

  test('rejected: the loop goes on from best with a fresh count', () => {
    const state = answered(opened(asking(faked)), 'reject', 'not the parser');
    expect(state).toMatchObject({ gate: null, rejected: ['finding:f9'], rulesSince: 1, start: { iteration: 0 } });
    expect(state.iterations[1]?.decision).toMatchObject({
      action: 'rollback',
      reason: 'rejected by a person: not the parser',
    });
    expect(nextStep(state)).toMatchObject({ type: 'run-agent', iteration: 2 });
  });

  test('what a person said is the reason that is recorded', () => {
    const decisionAfter = (state: LoopState) => state.iterations[1]?.decision;
    expect(decisionAfter(answered(opened(asking()), 'approve', 'one more'))).toEqual({
      action: 'continue',
      rule: 'gate',
      reason: 'a person says: go on: one more',
      confidence: 1,
      ending: null,
      recovery: null,
    });
    expect(decisionAfter(answered(opened(asking()), 'reject'))).toEqual({
      action: 'stop',
      rule: 'gate',
      reason: 'a person says: stop',
      confidence: 1,
      ending: 'regressing',
      recovery: null,
    });
    const stuck = { decision: { ...escalated, rule: 'stuck' } };
    expect(decisionAfter(answered(opened(asking(stuck)), 'reject'))).toMatchObject({ ending: 'stalled' });
  });

  test('approved: repetitions are counted from before the iteration, never from earlier than they were', () => {
    const state = opened(asking(faked));
    expect(answered(state, 'approve').rulesSince).toBe(0);
    expect(answered({ ...state, rulesSince: 1 }, 'approve').rulesSince).toBe(1);
  });

  test('approved: criteria that compare with nothing keep their verdicts', () => {
    const metric = { id: 'c1', text: 't', kind: 'metric', metric: 'test_count', op: '>=', value: 3 } as const;
    const state = answered({ ...opened(asking(faked)), criteria: [metric] }, 'approve');
    expect(state.iterations[1]?.verdicts).not.toBeNull();
  });

  test('a loop that kept nothing yet goes on from where it stands', () => {
    const state = answered({ ...opened(asking()), best: null }, 'approve');
    expect(state).toMatchObject({ start: { iteration: 1 }, status: 'running', rulesSince: 1 });
  });

  test('a question without a change: approve goes on, reject stops', () => {
    expect(nextStep(answered(opened(asking()), 'approve'))).toMatchObject({ type: 'run-agent', iteration: 2 });
    expect(nextStep(answered(opened(asking()), 'reject'))).toMatchObject({ type: 'end', ending: 'regressing' });
  });

  test('time decides: the loop ends, nothing was accepted, and no person is said to have spoken', () => {
    const open = opened(asking(faked));
    const late = { type: 'gate-answered' as const, iteration: 1, blockers: ['finding:f9'], by: 'timeout' };
    const blocked = recorded(open, { ...late, answer: 'block', reason: 'nobody answered within 60 minutes' });
    expect(nextStep(blocked)).toMatchObject({ reason: '3 regressions in a row; nobody answered within 60 minutes' });
    const again = recorded(blocked, { ...late, answer: 'block', reason: 'nobody answered within 60 minutes' });
    expect(again.iterations[1]?.decision?.reason).toBe(blocked.iterations[1]?.decision?.reason);
    const refused = recorded(open, { ...late, answer: 'reject', reason: 'nobody answered within 60 minutes' });
    expect(refused.iterations[1]?.decision).toMatchObject({
      action: 'rollback',
      reason: 'refused: nobody answered within 60 minutes',
    });
    expect(refused.rejected).toEqual([]);
  });

  test('time decides: the loop ends and nothing was accepted', () => {
    const state = answered(opened(asking(faked)), 'block');
    expect(state.approved).toEqual([]);
    expect(nextStep(state)).toMatchObject({ type: 'end', ending: 'escalated' });
  });

  test.each<EventOf<'gate-answered' | 'loop-paused' | 'abort-requested' | 'settings-changed'>>([
    { type: 'gate-answered', answer: 'approve', iteration: 1, blockers: [], reason: null, by: 'terminal' },
    { type: 'loop-paused', cause: 'interrupt' },
    { type: 'abort-requested', revert: false },
    { type: 'settings-changed', settings: theSettings() },
  ])('the time at a gate is not running time, whatever ends it: $type', (event) => {
    const open = opened(asking(faked));
    const later = evolve(open, { seq: open.lastSeq + 1, at: open.lastAt + 3_600_000, event });
    expect(later.activeMs).toBe(open.activeMs);
  });

  test('a loop that asks is running, and completes if it is not to go on', () => {
    const open = opened(asking());
    expect(open.status).toBe('running');
    expect(answered(open, 'reject').status).toBe('completing');
    expect(answered(open, 'block').status).toBe('completing');
    expect(recorded(open, { type: 'gate-unattended', iteration: 1 }).status).toBe('completing');
    expect(answered(open, 'approve').status).toBe('running');
  });
});

test('an abort answers the open question; every other end leaves it open', () => {
  const end = (ending: 'aborted' | 'escalated') =>
    recorded(opened(asking()), { type: 'loop-ended', ending, reason: 'r', best: 0 });
  expect(end('aborted').gate).toBeNull();
  expect(end('escalated').gate).not.toBeNull();
});

describe('an answer while no session runs', () => {
  const left = (over: Partial<IterationState> = {}) =>
    recorded(opened(asking(over)), { type: 'loop-ended', ending: 'escalated', reason: 'r', best: 0 });
  const taken = (state: LoopState) => ({
    ...recorded(state, { type: 'session-started', pid: 1, resumed: true }),
    unsaved: false,
  });

  test('approved: judged again when the loop is resumed', () => {
    const after = answered(left(faked), 'approve');
    expect(after).toMatchObject({ gate: null, status: 'blocked', approved: ['finding:f9'] });
    expect(nextStep(taken(after))).toEqual({ type: 'judge', iteration: 1 });
  });

  test('rejected: the next prompt says why, and the change is dropped', () => {
    const after = answered(left(faked), 'reject', 'not the parser');
    expect(after).toMatchObject({ gate: null, status: 'blocked', ended: { ending: 'escalated' } });
    const resumed = taken(after);
    expect(resumed.iterations[1]?.decision).toMatchObject({ action: 'rollback', rule: 'gate' });
    expect(nextStep({ ...resumed, workspaceTree: resumed.start?.tree ?? null })).toMatchObject({ type: 'run-agent' });
    expect(promptContext(resumed, 2).progress).toContain('- Iteration 1: rejected by a person: not the parser');
  });

  test('go on: with what the person said; stop: the loop is over, until somebody takes it up', () => {
    const on = taken(answered(left(), 'approve', 'the key is in .env'));
    expect(on).toMatchObject({ rulesSince: 1, status: 'running' });
    expect(promptContext(on, 2).progress).toContain('a person says: go on: the key is in .env');
    const over = answered(left(), 'reject', 'too dear');
    expect(over).toMatchObject({
      status: 'stopped',
      ended: { ending: 'regressing', reason: 'a person says: stop: too dear' },
    });
    expect(nextStep(taken(over))).toEqual({ type: 'judge', iteration: 1 });
  });
});

describe('an agent that is blocked', () => {
  const decision = { ...escalated, rule: 'blocked', ending: 'blocked' as const, reason: 'the agent reports: no key' };
  const run = { ...(judgedLoop([{ score: 0.3 }]).iterations[1]?.agent ?? {}), blocked: 'no `key`' };
  const blocked = () => opened(asking({ ...faked, decision, agent: run as IterationState['agent'] }));
  const words = "- Iteration 1: the agent reported that it was blocked: `no 'key'`";

  test('asks for an answer, not for its change to be accepted', () => {
    expect(nextStep(asking({ decision }))).toEqual({ type: 'open-gate', iteration: 1 });
    expect(blocked().gate).toMatchObject({ blockers: [], timeoutMinutes: 2880 });
    expect(blocked().gate?.question).toContain('the agent reports: no key');
  });

  test('approved: it goes on, and the prompt says why it was blocked and what the person answered', () => {
    const state = answered(blocked(), 'approve', 'use the test key');
    expect(nextStep(state)).toMatchObject({ type: 'run-agent', iteration: 2 });
    const { progress } = promptContext(state, 2);
    expect(progress).toContain(`${words}\n- Iteration 1: a person says: go on: use the test key`);
  });

  test('rejected: it ends as blocked, and is not asked about again', () => {
    const state = answered(blocked(), 'reject', 'not now');
    expect(nextStep(state)).toMatchObject({
      type: 'end',
      ending: 'blocked',
      reason: 'the agent reports: no key; a person says: stop: not now',
    });
  });

  test('unattended: it ends as blocked, and a resume counts as having dealt with it', () => {
    const alone = recorded(blocked(), { type: 'gate-unattended', iteration: 1 });
    expect(nextStep(alone)).toMatchObject({ type: 'end', ending: 'blocked' });
    const ended = recorded(alone, { type: 'loop-ended', ending: 'blocked', reason: 'r', best: 0 });
    const resumed = { ...recorded(ended, { type: 'session-started', pid: 1, resumed: true }), unsaved: false };
    expect(nextStep(resumed)).toEqual({ type: 'judge', iteration: 1 });
    expect(promptContext(resumed, 2).progress).toContain(words);
  });

  test('is heard by a fresh start too, which forgets everything else', () => {
    const state = answered(blocked(), 'approve', 'use the test key');
    const recovery = { iteration: 1, outcome: null, strategy: 'fresh-start', instruction: 'anew' };
    const fresh = { ...state, recoveries: [recovery] } as unknown as LoopState;
    expect(promptContext(fresh, 2).progress).toBe(`${words}\n- Iteration 1: a person says: go on: use the test key\n`);
  });
});

describe('a hook that asks a person', () => {
  const decision = { ...escalated, rule: 'hook', reason: 'the loop_decision hook: not on a Friday' };
  const hookGate = (over: Partial<IterationState> = {}) => opened(asking({ decision, ...over }));

  test('is overruled by an approval: the iteration is judged by the rules alone', () => {
    expect(hookGate().gate).toMatchObject({
      question: 'Accept this change of iteration 1? the loop_decision hook: not on a Friday',
      blockers: ['hook:1'],
      timeoutMinutes: 2880,
    });
    const state = answered(hookGate(), 'approve');
    expect(state.approved).toEqual(['hook:1']);
    expect(nextStep(state)).toEqual({ type: 'judge', iteration: 1 });
  });

  test('is heard with what else stands against the change', () => {
    expect(hookGate(faked).gate).toMatchObject({ blockers: ['finding:f9', 'hook:1'], timeoutMinutes: 60 });
    expect(hookGate(faked).gate?.question).toContain('not on a Friday; The test is skipped.');
  });

  test('rejected: the iteration is neither kept nor built on, even if it is the best', () => {
    const state = answered({ ...hookGate(), best: 1 }, 'reject', 'wait for Monday');
    expect(state).toMatchObject({ best: 0, start: { iteration: 0 } });
    expect(bestOf(state)).toBe(0);
  });

  test('before any work it is only asked whether to go on', () => {
    const state = judgedLoop([], theSettings({}));
    const first = { ...(state.iterations[0] as IterationState), decision };
    const open = opened0({ ...state, iterations: [first] });
    expect(open.gate).toMatchObject({
      question: 'Go on? the loop_decision hook: not on a Friday',
      blockers: ['hook:0'],
    });
    const stopped = recorded(open, {
      type: 'gate-answered',
      answer: 'reject',
      iteration: 0,
      blockers: ['hook:0'],
      reason: null,
      by: 'command',
    });
    expect(stopped.iterations[0]?.decision).toMatchObject({ action: 'stop', ending: 'stalled' });
  });
});

const opened0 = (state: LoopState) => recorded(state, questionOf(state, state.iterations[0] as IterationState));

function recorded(state: LoopState, event: Parameters<typeof evolve>[1]['event']): LoopState {
  return evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + 1000, event });
}
