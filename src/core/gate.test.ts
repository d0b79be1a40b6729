import { describe, expect, test } from 'vitest';
import { aFinding, judgedLoop, theSettings } from '../testing/builders.ts';
import type { EventOf } from './events.ts';
import { evolve } from './evolve.ts';
import { questionOf } from './gate.ts';
import { nextStep } from './next-step.ts';
import type { IterationState, LoopState } from './state.ts';

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
  test('is opened before the loop ends, told of, then asked', () => {
    const state = asking(faked, theSettings({ notify: { command: 'tell' }, memory: { reflections: false } }));
    expect(nextStep(state)).toEqual({ type: 'open-gate', iteration: 1 });
    const open = opened(state);
    expect(nextStep(open)).toMatchObject({ type: 'notify', about: 'gate' });
    const told = recorded(open, { type: 'notified', about: 'gate', channel: 'command', problem: 'it was down' });
    expect(nextStep(told)).toMatchObject({ type: 'ask', gate: { iteration: 1, blockers: ['finding:f9'] } });
  });

  test('a destructive change is asked about for an hour, anything else for two days', () => {
    expect(opened(asking(faked)).gate).toMatchObject({ timeoutMinutes: 60, blockers: ['finding:f9'] });
    expect(opened(asking()).gate).toMatchObject({ timeoutMinutes: 2880, blockers: [] });
  });

  test('that nobody attends ends the loop and stays open', () => {
    const left = recorded(opened(asking(faked)), { type: 'gate-unattended', iteration: 1 });
    expect(nextStep(left)).toMatchObject({ type: 'end', ending: 'escalated' });
    const ended = recorded(left, { type: 'loop-ended', ending: 'escalated', reason: 'r', best: 0 });
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

  test('a question without a change: approve goes on, reject stops', () => {
    expect(nextStep(answered(opened(asking()), 'approve'))).toMatchObject({ type: 'run-agent', iteration: 2 });
    expect(nextStep(answered(opened(asking()), 'reject'))).toMatchObject({ type: 'end', ending: 'regressing' });
  });

  test('time decides: the loop ends and nothing was accepted', () => {
    const state = answered(opened(asking(faked)), 'block');
    expect(state.approved).toEqual([]);
    expect(nextStep(state)).toMatchObject({ type: 'end', ending: 'escalated' });
  });

  test('the time at a gate is nobody’s running time', () => {
    const open = opened(asking(faked));
    const later = evolve(open, {
      seq: open.lastSeq + 1,
      at: open.lastAt + 3_600_000,
      event: { type: 'gate-answered', answer: 'approve', iteration: 1, blockers: [], reason: null, by: 'terminal' },
    });
    expect(later.activeMs).toBe(open.activeMs);
  });
});

function recorded(state: LoopState, event: Parameters<typeof evolve>[1]['event']): LoopState {
  return evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + 1000, event });
}
