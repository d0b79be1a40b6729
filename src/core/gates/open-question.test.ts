import { describe, expect, test } from 'vitest';
import { aFinding, aGate, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { judge } from '../judge.ts';
import type { Ending } from '../state/decision.ts';
import type { LoopState } from '../state/state.ts';
import type { Statement } from '../state/statement.ts';
import { needsNoMore, openQuestion } from './open-question.ts';

const rolledBack = {
  action: 'rollback' as const,
  rule: 'regression',
  reason: 'a finding',
  confidence: 1,
  ending: null,
  recovery: null,
};
const faked: Judged = {
  score: 0.9,
  verified: true,
  over: { findings: [aFinding({ id: 'f' })], decision: rolledBack },
};
const failing: Judged = { score: 0.5, over: { findings: [aFinding({ id: 'g' })] } };
const idle: Judged = { score: 0.5 };
const byHand: Judged = { score: 0.5, over: { byHand: true } };

const ended = (iterations: Judged[], ending: Ending = 'iteration-limit'): LoopState => ({
  ...judgedLoop(iterations),
  status: 'stopped',
  ended: { ending, reason: 'told', best: 0, at: 1 },
});
const answered = (state: LoopState, word: Statement['word'], iteration: number): LoopState => ({
  ...state,
  approved: word === 'approve' ? ['finding:f'] : [],
  said: [{ at: 1, word, iteration, about: ['finding:f'], reason: 'asked for', by: 'command', person: null }],
});

describe('what a person may answer', () => {
  test.each<[string, LoopState, number | null]>([
    ['the last iteration, where its criteria hold', ended([idle, faked]), 2],
    ['one before it whose criteria hold', ended([faked, idle]), 1],
    ['the latest of them', ended([faked, faked, idle]), 2],
    ['one whose criteria hold rather than the last', ended([faked, failing]), 1],
    ['the last one all the same, where none does', ended([idle, failing]), 2],
    ['nothing that came before a tree made by hand', ended([faked, byHand]), null],
    ['nothing that was refused', answered(ended([faked, idle]), 'reject', 1), null],
    ['nothing that was approved', answered(ended([faked, idle]), 'approve', 1), null],
    ['nothing, where nothing is held back', ended([idle]), null],
    ['nothing of a loop that is over', ended([faked], 'completed'), null],
    ['the open gate before all else', { ...ended([idle, faked]), gate: { ...aGate(), iteration: 1 } }, 1],
  ])('%s', (_, state, expected) => {
    expect(openQuestion(state)?.iteration.n ?? null).toBe(expected);
  });
});

describe('an earlier iteration that a person approved', () => {
  const approved = answered(ended([faked, idle]), 'approve', 1);

  test('is all that the loop needs', () => {
    expect(needsNoMore(approved)).toBe(true);
    expect(needsNoMore(ended([faked, idle]))).toBe(false);
    expect(needsNoMore({ ...approved, settings: theSettings({ goal: { mode: 'refine' } }) })).toBe(false);
  });

  test('completes the loop when the last one is judged again', () => {
    expect(judge(approved, 2)).toMatchObject({
      best: 1,
      decision: { rule: 'criteria-hold', ending: 'completed', reason: 'the criterion holds at iteration 1' },
    });
    expect(judge(ended([faked, idle]), 2).decision.rule).not.toBe('criteria-hold');
  });
});

test('what a hook let go on, although its criteria held, completes nothing by itself', () => {
  const verified: Judged = { score: 0.9, verified: true };
  expect(judge(judgedLoop([verified, idle]), 2).decision.rule).not.toBe('criteria-hold');
});
