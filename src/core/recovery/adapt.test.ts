import { describe, expect, test } from 'vitest';
import { aRecovery, judgedLoop } from '../../testing/builders.ts';
import type { LoopState, Recovery } from '../state/state.ts';
import { adapt } from './adapt.ts';
import { suited } from './strategies.ts';

/** A loop of two iterations that stands at the second, whose recovery waits for a strategy. */
function diagnosed(over: Partial<Recovery>, before: Recovery[] = [], change: Partial<LoopState> = {}): LoopState {
  const open = aRecovery({
    iteration: 2,
    kind: 'same-error',
    strategy: null,
    outcome: null,
    rootCause: 'x is wrong',
    ...over,
  });
  const start = { iteration: 2, commit: 'commit:2', tree: 'tree:2' };
  return { ...judgedLoop([{ score: 0.3 }, { score: 0.3 }]), start, best: 1, recoveries: [...before, open], ...change };
}

describe('a strategy', () => {
  test('is recorded with what is different, what is demanded and why', () => {
    expect(adapt(diagnosed({}), 2)).toEqual({
      type: 'recovery-adapted',
      iteration: 2,
      attempt: 1,
      strategy: 'different-approach',
      changes: ['a fundamentally different approach'],
      instruction: expect.stringContaining('What was tried so far does not work: x is wrong.'),
      reason: 'suits same-error',
      from: 2,
    });
  });

  test('starts from best if it goes back, and stays if nothing was kept', () => {
    const lost = { kind: 'lost-tests' as const };
    expect(adapt(diagnosed(lost), 2)).toMatchObject({ strategy: 'smaller-step', from: 1 });
    expect(adapt(diagnosed(lost, [], { best: null }), 2).from).toBe(2);
    expect(adapt(diagnosed({}, [], { start: null }), 2).from).toBe(2);
  });

  test('says what was tried before', () => {
    const before = [aRecovery({ strategy: 'different-approach' }), aRecovery({ strategy: 'smaller-step' })];
    expect(adapt(diagnosed({ attempt: 3 }, before), 2)).toMatchObject({
      strategy: 'fresh-start',
      reason: expect.stringContaining('tried before: different-approach, smaller-step'),
    });
  });
});

describe('after a person gave a fresh chance', () => {
  const earlier = (...names: NonNullable<Recovery['strategy']>[]) =>
    names.map((strategy) => aRecovery({ strategy, iteration: 1 }));
  const fresh = { rulesSince: 1 };

  test('what was tried before it is not tried first', () => {
    expect(adapt(diagnosed({}, earlier('different-approach'), fresh), 2).strategy).toBe('fresh-start');
  });

  test('and is tried again if no other is left', () => {
    const all = earlier(...suited['same-error']);
    expect(adapt(diagnosed({}, all, fresh), 2).strategy).toBe('different-approach');
    expect(adapt(diagnosed({}, all), 2).strategy).toBeNull();
  });
});

describe('a person is asked', () => {
  const escalation = { strategy: null, changes: [], instruction: '', from: 2 };

  test.each<[string, Partial<Recovery>, Recovery[], string]>([
    ['after three in vain', { attempt: 4 }, [], '3 recoveries did not help: x is wrong'],
    ['where the cause is unsure', { confidence: 0.49 }, [], 'the cause is uncertain (0.49 < 0.5): x is wrong'],
    [
      'where everything that suits was tried',
      { attempt: 3 },
      (['different-approach', 'fresh-start', 'narrower-scope', 'smaller-step'] as const).map((strategy) =>
        aRecovery({ strategy }),
      ),
      'every suitable strategy has been tried: x is wrong',
    ],
  ])('%s', (_, over, before, reason) => {
    expect(adapt(diagnosed(over, before), 2)).toMatchObject({ ...escalation, reason });
  });

  test('not at the third, and not if the cause is just sure enough', () => {
    expect(adapt(diagnosed({ attempt: 3 }), 2).strategy).not.toBeNull();
    expect(adapt(diagnosed({ confidence: 0.5 }), 2).strategy).not.toBeNull();
  });
});

test('what was not diagnosed cannot be adapted to', () => {
  const message = 'has no diagnosis to adapt to';
  expect(() => adapt(diagnosed({ iteration: 1 }), 2)).toThrow(message);
  expect(() => adapt({ ...diagnosed({}), recoveries: [] }, 2)).toThrow(message);
  expect(() => adapt(diagnosed({ iteration: 9 }), 9)).toThrow(message);
});
