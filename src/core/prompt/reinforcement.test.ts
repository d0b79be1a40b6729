import { describe, expect, test } from 'vitest';
import { type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { startingLevel } from '../state/reinforcement-level.ts';
import type { LoopState } from '../state/state.ts';
import { nextReinforcement, reinforcementText } from './reinforcement.ts';

const forward = (score: number): Judged => ({ score, over: { classification: 'forward' } });
const regressed = (score: number): Judged => ({ score, over: { classification: 'regression' } });
const at = (level: LoopState['reinforcement'], ...iterations: Judged[]) =>
  nextReinforcement({ ...judgedLoop(iterations), reinforcement: level });

describe('reinforcement', () => {
  test.each([
    { what: 'stays minimal while it goes forward', was: 'MINIMAL', loop: [forward(0.3), forward(0.5)], to: null },
    { what: 'rises after a regression', was: 'MINIMAL', loop: [forward(0.3), regressed(0.2)], to: 'AGGRESSIVE' },
    {
      what: 'rises on a plateau of three',
      was: 'MINIMAL',
      loop: [forward(0.5), forward(0.52), forward(0.54)],
      to: 'STANDARD',
    },
    {
      what: 'does not rise while three iterations move by 5 %',
      was: 'MINIMAL',
      loop: [forward(0.5), forward(0.52), forward(0.55)],
      to: null,
    },
    {
      what: 'rises from iteration 5 on',
      was: 'MINIMAL',
      loop: [0.1, 0.2, 0.3, 0.4, 0.5].map(forward),
      to: 'STANDARD',
    },
    {
      what: 'does not fall after one calm iteration',
      was: 'AGGRESSIVE',
      loop: [regressed(0.2), forward(0.4)],
      to: null,
    },
    {
      what: 'falls after two calm iterations',
      was: 'AGGRESSIVE',
      loop: [regressed(0.2), forward(0.4), forward(0.6)],
      to: 'MINIMAL',
    },
  ] as const)('$what', ({ was, loop, to }) => {
    expect(at(was, ...loop)?.to ?? null).toBe(to);
  });

  test.each([
    { what: 'a regression', was: 'MINIMAL', loop: [regressed(0.2)], reason: 'regression in iteration 1' },
    {
      what: 'a plateau',
      was: 'MINIMAL',
      loop: [forward(0.5), forward(0.5), forward(0.5)],
      reason: 'quality plateau: 3 iterations with less than 5 % change',
    },
    {
      what: 'the fifth launch',
      was: 'MINIMAL',
      loop: [0.1, 0.2, 0.3, 0.4, 0.5].map(forward),
      reason: 'iteration 5 reached',
    },
    {
      what: 'calm',
      was: 'AGGRESSIVE',
      loop: [forward(0.1), forward(0.3)],
      reason: '2 iterations without a regression',
    },
  ] as const)('says why: $what', ({ was, loop, reason }) => {
    expect(at(was, ...loop)?.reason).toBe(reason);
  });

  const decided = (action: 'rollback' | 'escalate' | 'continue'): Judged => ({
    score: 0.4,
    over: { decision: { action, rule: 'told', reason: '', confidence: 1, ending: null, recovery: null } },
  });

  test.each([
    { what: 'a rollback', loop: [decided('rollback')], to: 'AGGRESSIVE' },
    { what: 'an escalation', loop: [decided('escalate')], to: 'AGGRESSIVE' },
    { what: 'one that goes on', loop: [decided('continue')], to: null },
    { what: 'four launches', loop: [0.1, 0.2, 0.3, 0.4].map(forward), to: null },
    { what: 'three scores of which one is unknown', loop: [forward(0.5), forward(0.5), { score: null }], to: null },
    { what: 'a plateau of two', loop: [forward(0.5), forward(0.5)], to: null },
    { what: 'a plateau that is past', loop: [0.5, 0.5, 0.5, 0.7].map(forward), to: null },
    {
      what: 'an iteration under way',
      loop: [forward(0.3), { score: null, over: { decision: null, classification: 'regression' } }],
      to: null,
    },
  ] as const)('from minimal, after $what: $to', ({ loop, to }) => {
    expect(at('MINIMAL', ...loop)?.to ?? null).toBe(to);
  });

  test('a level that is set while the loop runs holds from then on', () => {
    const settings = theSettings({ reinforcement: { setting: 'OFF' } });
    expect(nextReinforcement({ ...judgedLoop([forward(0.3)], settings), reinforcement: 'MINIMAL' })).toEqual({
      to: 'OFF',
      reason: 'reinforcement is set to OFF',
    });
  });

  test('adaptive starts at minimal', () => {
    expect(startingLevel('ADAPTIVE')).toBe('MINIMAL');
  });

  test('before any iteration a raised level falls at once', () => {
    expect(at('AGGRESSIVE')?.to).toBe('MINIMAL');
  });

  test('the reminders are a list', () => {
    const lines = reinforcementText('MINIMAL').split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.startsWith('- '))).toBe(true);
  });

  test('a pinned level stays', () => {
    const settings = theSettings({ reinforcement: { setting: 'STANDARD' } });
    const state = { ...judgedLoop([regressed(0.1)], settings), reinforcement: startingLevel('STANDARD') };
    expect(nextReinforcement(state)).toBeNull();
  });

  test('the reminders grow with the level, within 0, 100, 300 and 500 tokens', () => {
    const tokens = (['OFF', 'MINIMAL', 'STANDARD', 'AGGRESSIVE'] as const).map(
      (level) => reinforcementText(level).length / 4,
    );
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    expect(tokens[0]).toBe(0);
    expect(tokens[1]).toBeLessThanOrEqual(100);
    expect(tokens[2]).toBeLessThanOrEqual(300);
    expect(tokens[3]).toBeLessThanOrEqual(500);
  });
});
