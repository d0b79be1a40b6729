import { describe, expect, it } from 'vitest';
import { regressionTypes } from '../../core/findings/regression-types.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Circumstance } from '../finding/circumstances.ts';
import { patterns } from '../patterns/index.ts';
import { decide } from './decide.ts';
import { inEveryReview, inReview, notes, warns } from './excuse.ts';
import { excuses } from './excuses.ts';
import { sentenceOf } from './sentences.ts';

const table = [
  warns('test-skipped', 'did-nothing'),
  notes('test_skipping', 'with-new-code'),
  warns('all', 'was-skipped', 0.5),
  inReview('test-skipped', 'first', 'claimed-nothing'),
  inEveryReview('test-skipped', 'last'),
  inEveryReview('test-deleted', 'of-another'),
];

function decision(stance: 'agent' | 'review', ...evidence: Circumstance[]) {
  const loss = { pattern: 'test-skipped', type: 'test_skipping', severity: 'critical', confidence: 0.9 } as const;
  const comparison = { input: { changes: [], stance } } as unknown as TreeComparison;
  const made = decide(
    { ...loss, loss: { place: { before: null, after: null }, subject: [], reasons: [], evidence } },
    comparison,
    table,
  );
  return [made.severity, made.strict, made.confidence, made.excuses.map(({ id }) => id)];
}

describe('what a loss is', () => {
  it.each([
    ['what its pattern says, in a loop', 'agent', [], ['critical', undefined, 0.9, []]],
    ['a warning, if something excuses it', 'agent', ['did-nothing'], ['medium', undefined, 0.6, ['did-nothing']]],
    [
      'the mildest that the excuses make of it',
      'agent',
      ['did-nothing', 'with-new-code'],
      ['low', undefined, 0.5, ['did-nothing', 'with-new-code']],
    ],
    [
      'what an excuse of all patterns makes of it',
      'agent',
      ['was-skipped'],
      ['medium', undefined, 0.5, ['was-skipped']],
    ],
    [
      'as severe in a loop if only a review would accept it',
      'agent',
      ['claimed-nothing'],
      ['critical', undefined, 0.9, []],
    ],
    [
      'a warning in a review, by the first excuse',
      'review',
      ['claimed-nothing'],
      ['medium', 'critical', 0.9, ['first']],
    ],
    ['a warning in a review, by a later excuse', 'review', [], ['medium', 'critical', 0.9, ['last']]],
    [
      'no milder in a review than in a loop if it only warns',
      'review',
      ['did-nothing', 'claimed-nothing'],
      ['medium', undefined, 0.6, ['did-nothing']],
    ],
  ] as const)('%s', (_, stance, circumstances, expected) => {
    expect(decision(stance, ...circumstances)).toEqual(expected);
  });
});

it('is what a person chose for the project, whatever excuses it', () => {
  const loss = { place: { before: null, after: null }, subject: [], reasons: [], evidence: ['did-nothing' as const] };
  const rated = { pattern: 'test-skipped', type: 'test_skipping', severity: 'critical', confidence: 0.9 } as const;
  const comparison = { input: { changes: [], stance: 'review' } } as unknown as TreeComparison;
  const made = decide({ ...rated, loss, chosen: 'high' }, comparison, table);
  expect(made).toEqual({ severity: 'high', strict: undefined, confidence: 0.6, excuses: [] });
});

describe('the table', () => {
  const known = [...patterns.map(({ id }) => id), ...regressionTypes, 'not-judged'];

  it('names patterns and types that exist', () => {
    expect(excuses.flatMap(({ of }) => (of === 'all' ? [] : of)).filter((one) => !known.includes(one))).toEqual([]);
  });

  it('has one row for an excuse of a pattern in each stance', () => {
    const keys = excuses.flatMap(({ of, id, stance }) =>
      (of === 'all' ? ['all'] : of).map((one) => `${one} ${id} ${stance}`),
    );
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('has a sentence for each excuse of a review, unless the finding says it', () => {
    const silent = excuses.filter((one) => one.stance === 'review' && sentenceOf(one) === '').map(({ id }) => id);
    expect(silent).toEqual(['not-judged', 'loosely-explained']);
  });
});
