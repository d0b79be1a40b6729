import { expect, test } from 'vitest';
import type { TreeDifference } from '../../ports/workspace.ts';
import { pathRules } from '../../system/path-rules.ts';
import { findForbiddenChanges } from './enforce.ts';

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
  ['permissions', [change('tests/a', { modeOnly: true })], 'given new permissions'],
  [
    'a linked folder',
    [change('tests/a', { after: null }), change('tests', { before: null, after: file('l', '120000') })],
    'replaced through the link tests',
  ],
])('%s is described', (_, changes, words) => {
  expect(findForbiddenChanges(changes, rules)?.fact.findings[0]?.why).toContain(words);
});

test('changes that are neither protected nor out of scope are accepted', () => {
  expect(findForbiddenChanges([change('src/a')], rules)).toBe(null);
  expect(findForbiddenChanges([change('src/a')], { ...rules, only: pathRules(['src']) })).toBe(null);
});

test('an out-of-scope change is not a finding', () => {
  const result = findForbiddenChanges([change('lib/a'), change('tests/a')], { ...rules, only: pathRules(['src']) });
  expect(result?.paths).toEqual(['tests/a', 'lib/a']);
  expect(result?.fact).toMatchObject({ scope: { paths: ['lib/a'] }, protected: { paths: ['tests/a'] } });
  expect(result?.fact.findings).toHaveLength(1);
});

test('ignored files out of scope are listed with the others; those that cannot be restored are findings', () => {
  const ignored = [
    { path: '.env', what: 'changed' as const, undoable: true },
    { path: 'dist/big', what: 'removed' as const, undoable: false },
  ];
  const result = findForbiddenChanges([], { ...rules, only: pathRules(['src']) }, [], ignored);
  expect(result).toMatchObject({ paths: [], ignored, fact: { scope: { paths: ['.env'], count: 1 } } });
  expect(result?.fact.findings).toMatchObject([
    { pattern: 'ignored-file-changed', severity: 'medium', blocking: false, before: { path: 'dist/big' } },
  ]);
});
