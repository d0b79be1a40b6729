import type { TestCase } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { GuardInput, Loss } from '../finding/types.ts';
import { aimsAt } from '../subject.ts';
import { mayAssert } from '../vocabulary.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

export const effort: Pattern[] = [
  {
    id: 'todo-growth',
    name: 'More TODOs',
    type: 'feature_removal',
    severity: 'low',
    confidence: 0.4,
    languages: everyLanguage,
    catches: 'More TODO, FIXME, HACK or XXX comments than before.',
    ignores: 'Comments that moved.',
    fix: 'Do what the comment asks for, or file it.',
    example: { before: 'return total', after: '// TODO: tax\nreturn total' },
    find: ({ files }) => {
      const todo = (texts: { text: string; line: number }[] | undefined): { text: string; line: number }[] =>
        (texts ?? []).filter((one) => /\b(TODO|FIXME|HACK|XXX)\b/.test(one.text));
      const oldCount = files.reduce((sum, pair) => sum + todo(pair.before?.comments).length, 0);
      const all = files.flatMap((pair) => todo(pair.after?.comments).map((one) => ({ ...one, path: pair.path })));
      if (all.length <= oldCount) return [];
      const first = all.at(-1)!;
      const place = at(first.path, { line: first.line, text: first.text.slice(0, 200) });
      return [lossOf(null, place, ['more-todos', all.length - oldCount], [])];
    },
  },
  {
    id: 'placeholder-code',
    name: 'Placeholder in new code',
    type: 'feature_removal',
    severity: 'low',
    confidence: 0.5,
    languages: everyLanguage,
    catches: 'A new function whose body is "not implemented".',
    ignores: 'Abstract methods and interfaces.',
    fix: 'Implement it, or leave it out.',
    example: { before: '', after: 'function toCsv() { throw new Error("not implemented") }' },
    find: ({ functions }) =>
      functions.added
        .filter((one) => one.file.role === 'source' && one.function.stub === 'placeholder' && !one.function.abstract)
        .map(({ path, function: one }) => lossOf(null, at(path, one), ['is-placeholder', one.qualified], [one.name])),
  },
  {
    id: 'test-proves-nothing',
    name: 'New test without proof',
    type: 'assertion_weakening',
    severity: 'low',
    confidence: 0.4,
    languages: everyLanguage,
    catches:
      'A new test that asserts only what cannot fail; where the task is to add tests, also one that asserts nothing.',
    ignores: 'Elsewhere, tests that check that nothing is thrown.',
    fix: 'Assert what the code must do.',
    example: { before: '', after: "it('works', () => { expect(true).toBe(true) })" },
    find: ({ tests, input }) =>
      tests.added
        .filter(({ test }) => !test.skip && (test.assertions.length > 0 ? isIdle(test) : isEmptyAddition(test, input)))
        .map(({ path, test }) => lossOf(null, at(path, test), ['new-test-idle', test.name], [test.name])),
  },
  {
    id: 'mock-overuse',
    name: 'Mocks took the place of the code under test',
    type: 'assertion_weakening',
    severity: 'medium',
    confidence: 0.5,
    languages: ['javascript', 'python', 'java'],
    catches: 'A test that gained three or more mocks while its assertions did not grow.',
    ignores: 'New tests.',
    fix: 'Test the real code if it can run.',
    example: { before: 'total(cart)', after: 'total = vi.fn(() => 6)' },
    find: mocks,
  },
];

function mocks({ tests, sourceChanged }: TreeComparison): Loss[] {
  if (sourceChanged) return [];
  return tests.pairs
    .filter(
      ({ before, after }) =>
        after.test.mocks >= before.test.mocks + 3 && after.test.assertions.length <= before.test.assertions.length,
    )
    .map(({ before, after: { path, test } }) =>
      lossOf(
        at(before.path, before.test),
        at(path, test),
        ['more-mocks', test.name, test.mocks - before.test.mocks],
        [test.name],
      ),
    );
}

const isIdle = ({ assertions }: TestCase): boolean => assertions.every(({ strength }) => strength === 0);

/** The task asks for tests, and this one claims nothing, nor does a helper by its name. */
const isEmptyAddition = ({ calls, helper }: TestCase, input: GuardInput): boolean =>
  !helper && aimsAt('tests', input) && ![...calls].some((name) => mayAssert.test(name));
