import { describe, expect, test } from 'vitest';
import { withSameLoss } from './one-loss.ts';
import type { Raised } from './raised.ts';

const raised = (over: Partial<Raised> & Pick<Raised, 'key' | 'source'>): Raised => ({
  iterations: [1],
  severity: 'critical',
  type: 'test_deletion',
  pattern: null,
  place: null,
  text: '',
  blocking: true,
  expectedByTask: false,
  approved: false,
  approvedIn: [],
  marked: null,
  caught: false,
  confirmed: false,
  stillIn: null,
  ...over,
});

const place = { path: 'a.test.js', line: 7 };
const finding = (name: string) =>
  raised({ key: `finding:${name}`, source: 'guard', place, text: `"${name}" was removed.` });
const lost = (name: string) => raised({ key: `lost-test:a.test.js › ${name}`, source: 'tests' });
const count = (n = 1) => raised({ key: `alert:${n}:test_deletion`, source: 'metrics', iterations: [n] });

const [one, two] = [finding('one'), finding('two')];
const [lostOne, lostTwo] = [lost('one'), lost('two')];
const gutted = raised({ key: 'finding:both', source: 'guard', place, text: 'it lost "one" and "two".' });
const other = raised({ key: 'finding:skip', source: 'guard', type: 'test_skipping', place, text: '"one" is skipped.' });
const [fell, later] = [count(), count(2)];

const file = raised({ key: 'finding:file', source: 'guard', place, pattern: 'test-file-deleted' });
const otherFile = { ...file, key: 'finding:other' };
const followers = [
  raised({ key: 'alert:1:file_deletion', source: 'metrics', type: 'file_deletion' }),
  raised({
    key: 'finding:pristine-c1',
    source: 'guard',
    type: 'validation_bypass',
    place,
    pattern: 'fails-with-original-tests',
  }),
  fell,
];

describe('one decision is about one loss', () => {
  test.each<[string, Raised[], Raised[], Raised[]]>([
    ['a finding takes its test and the count along', [one], [one, lostOne, fell], [one, lostOne, fell]],
    ['a test its finding', [lostOne], [one, lostOne, fell], [lostOne, one, fell]],
    ['a count what explains it alone', [fell], [one, lostOne, fell], [fell, one, lostOne]],
    ['of two losses only one', [one], [one, two, lostOne, lostTwo, fell], [one, lostOne]],
    [
      'the last of two takes the count',
      [one, two],
      [one, two, lostOne, lostTwo, fell],
      [one, two, lostOne, lostTwo, fell],
    ],
    ['a count of two losses takes neither', [fell], [one, two, fell], [fell]],
    ['a test does not take a finding of two along', [lostOne], [gutted, lostOne, lostTwo, fell], [lostOne]],
    ['a finding of two takes both', [gutted], [gutted, lostOne, lostTwo, fell], [gutted, lostOne, lostTwo, fell]],
    ['another kind of finding is another loss', [other], [other, lostOne, fell], [other]],
    ['and so is another iteration', [one], [one, lostOne, later], [one, lostOne]],
    ['a lone test takes the count', [lostOne], [lostOne, fell], [lostOne, fell]],
    ['a whole file takes all that follows', [file], [file, ...followers], [file, ...followers]],
    ['and is taken by any of it', [followers[1] as Raised], [file, ...followers], [file, ...followers]],
    ['of two files only one: not the number of files', [file], [file, otherFile, ...followers], [file]],
  ])('%s', (_, chosen, all, expected) => {
    const keys = (list: readonly Raised[]) => list.map(({ key }) => key).sort();
    expect(keys(withSameLoss(chosen, all))).toEqual(keys(expected));
  });

  test('what was decided before counts', () => {
    const decided = { ...two, marked: { reason: null } };
    expect(withSameLoss([one], [one, decided, fell])).toEqual([one, fell]);
  });
});
