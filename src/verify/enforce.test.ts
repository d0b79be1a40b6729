import { expect, test } from 'vitest';
import type { TreeDifference } from '../workspace/amend.ts';
import { trespassIn } from './enforce.ts';
import { pathRules } from './path-rules.ts';

const file = (object: string, mode = '100644') => ({ mode, object });
const change = (path: string, over: Partial<TreeDifference> = {}): TreeDifference => ({
  path,
  before: file('a'),
  after: file('b'),
  modeOnly: false,
  ...over,
});
const rules = { protect: pathRules(['tests/']), only: null };

test.each<[string, TreeDifference[], string]>([
  ['edited', [change('tests/a')], 'edited'],
  ['deleted', [change('tests/a', { after: null })], 'deleted or moved'],
  ['added', [change('tests/a', { before: null })], 'added'],
  ['a link', [change('tests/a', { after: file('b', '120000') })], 'replaced by a link'],
  ['permissions', [change('tests/a', { modeOnly: true })], 'given other permissions'],
  [
    'a linked folder',
    [change('tests/a', { after: null }), change('tests', { before: null, after: file('l', '120000') })],
    'replaced through the link tests',
  ],
])('%s is told as such', (_, changes, words) => {
  expect(trespassIn(changes, rules)?.fact.findings[0]?.why).toContain(words);
});

test('what is neither protected nor out of scope stands', () => {
  expect(trespassIn([change('src/a')], rules)).toBe(null);
  expect(trespassIn([change('src/a')], { ...rules, only: pathRules(['src']) })).toBe(null);
});

test('out of scope is no finding', () => {
  const trespass = trespassIn([change('lib/a'), change('tests/a')], { ...rules, only: pathRules(['src']) });
  expect(trespass?.paths).toEqual(['tests/a', 'lib/a']);
  expect(trespass?.fact).toMatchObject({ scope: { paths: ['lib/a'] }, protected: { paths: ['tests/a'] } });
  expect(trespass?.fact.findings).toHaveLength(1);
});

test('ignored files out of scope are told with the others; what cannot be put back is raised', () => {
  const ignored = [
    { path: '.env', what: 'changed' as const, undoable: true },
    { path: 'dist/big', what: 'removed' as const, undoable: false },
  ];
  const trespass = trespassIn([], { ...rules, only: pathRules(['src']) }, [], ignored);
  expect(trespass).toMatchObject({ paths: [], ignored, fact: { scope: { paths: ['.env'], count: 1 } } });
  expect(trespass?.fact.findings).toMatchObject([
    { pattern: 'ignored-file-changed', severity: 'medium', blocking: false, before: { path: 'dist/big' } },
  ]);
});
