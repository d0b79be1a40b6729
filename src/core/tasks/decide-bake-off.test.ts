import { expect, test } from 'vitest';
import { type Contender, decideBakeOff } from './decide-bake-off.ts';
import { type EntryFigures, entrantsOf } from './entry.ts';

const equal: EntryFigures = {
  ...{ checks: { passed: 1, of: 1 }, heldOut: null, mutants: null, warnings: [], objective: null, score: 0.8 },
  ...{ size: { files: 1, lines: 20 }, agentRuns: 1, costUsd: 1, activeMs: 10_000 },
};
const done = (name: string, figures: Partial<EntryFigures> = {}): Contender => ({
  ...{ name, ending: 'completed', reason: 'all hold', figures: { ...equal, ...figures } },
});
const not = (name: string, ending: string, figures: Partial<EntryFigures> = {}): Contender => ({
  ...{ name, ending, reason: 'because', figures: { ...equal, ...figures } },
});
const warned = { warnings: ['a test was emptied'] };
const mutants = (noticed: number) => ({ mutants: { noticed, of: 10 } });
const worth = (value: number) => ({ objective: { value, worth: value } });

test.each<[string, Contender[], string | null, string]>([
  ['of equals the one named first', [done('a'), done('b')], 'a', 'named first, of equals'],
  ['what did not complete is never kept', [not('a', 'blocked', { score: 1 }), done('b')], 'b', 'the only one'],
  [
    'however cheap, small and quick a cheat is',
    [not('a', 'escalated', { size: null, costUsd: 0, activeMs: 1 }), done('b')],
    'b',
    'the only one',
  ],
  ['none completed', [not('a', 'stalled'), not('b', 'blocked')], null, 'none of 2 completed'],
  [
    'a warning outweighs everything after it',
    [done('a', { ...warned, score: 0.99, costUsd: 0 }), done('b')],
    'b',
    'warnings of the judge: 0 warnings',
  ],
  ['tests that notice more', [done('a', mutants(5)), done('b', mutants(9))], 'b', 'faults that its tests miss'],
  ['a few faults more are no difference', [done('a', mutants(8)), done('b', mutants(9))], 'a', 'of equals'],
  ['a figure that one does not have says nothing', [done('a'), done('b', mutants(9))], 'a', 'of equals'],
  ['what the goal asks for', [done('a', worth(5)), done('b', worth(7))], 'b', 'objective: an objective of 7'],
  ['the higher score', [done('a', { score: 0.7 }), done('b')], 'b', 'score: a score of 0.80'],
  ['a hundredth is no difference', [done('a', { score: 0.795 }), done('b')], 'a', 'of equals'],
  [
    'the smaller change',
    [done('a', { size: { files: 1, lines: 90 } }), done('b')],
    'b',
    'size of the change: 20 changed lines',
  ],
  ['the cheaper one', [done('a', { costUsd: 2 }), done('b')], 'b', 'cost: a cost of $1.00'],
  [
    'an unknown cost is not compared',
    [done('a', { costUsd: null }), done('b', { activeMs: 9000 })],
    'b',
    'time: 9.0 s',
  ],
  ['the quicker one', [done('a', { activeMs: 60_000 }), done('b')], 'b', 'time: 10.0 s'],
])('%s', (_, contenders, winner, reason) => {
  const decision = decideBakeOff(contenders);
  expect(decision.winner).toBe(winner);
  expect(decision.reason).toContain(reason);
  // Everybody else hears why.
  const others = contenders.map(({ name }) => name).filter((name) => name !== winner);
  expect(Object.keys(decision.reasons).sort()).toEqual(others.sort());
});

test('each that is left out hears what outweighed it, in the round in which it was', () => {
  const { winner, reasons } = decideBakeOff([
    not('cheat', 'escalated'),
    done('long', { size: { files: 3, lines: 400 } }),
    done('good'),
    done('slow', { activeMs: 90_000 }),
  ]);
  expect({ winner, reasons }).toEqual({
    winner: 'good',
    reasons: {
      cheat: 'not completed (escalated): because',
      long: '400 changed lines; good: 20 changed lines',
      slow: '90.0 s; good: 10.0 s',
    },
  });
});

test.each<[string, { bakeOff: string[]; samples: number }, string[], string[]]>([
  ['one agent, once: no bake-off', { bakeOff: [], samples: 1 }, [], ['sample']],
  ['several agents', { bakeOff: ['claude', 'codex'], samples: 1 }, [], ['claude', 'codex']],
  ['samples of those of the list', { bakeOff: [], samples: 2 }, [], ['sample-1', 'sample-2']],
  ['samples of each', { bakeOff: ['claude', 'codex'], samples: 2 }, [], ['claude-1', 'claude-2', 'codex-1', 'codex-2']],
  ['a task that names its agents', { bakeOff: ['claude', 'codex'], samples: 1 }, ['repair'], ['repair']],
])('who takes part: %s', (_, choices, agents, names) => {
  expect(entrantsOf(choices, { agents }).map(({ name }) => name)).toEqual(names);
});
