import { expect, test } from 'vitest';
import { editTests } from './edit-tests.ts';

const C = `int main(void) {
  check("adds", add(1, 2), 3);  // check("adds", 4)
  check_text("joins", join("a", "b"), "a b");
  expect(false, empty(list), "is full");
  if (all) check("adds more", add(f(2), -3), -1);
  check("given", add(1, 2), wanted);
}
`;
const flipped = (...tests: string[]) =>
  editTests([{ path: 'tests/run.c', text: C }], { tests, how: 'flip', marker: 'zq' });

test('in a language without a grammar, the last literal beside the name of a test is changed', async () => {
  const { files, edits, unedited } = await flipped('adds', 'suite › joins', 'is full', 'adds more #2');
  expect(files[0]?.text).toBe(
    `${C.replace('2), 3)', '2), 4)').replace('"a b"', '"a bzq"').replace('(false,', '(true,').replace('-1)', '-2)')}\n`,
  );
  expect(edits.map(({ tests, isGuess }) => [tests, isGuess])).toEqual(
    ['adds', 'suite › joins', 'is full', 'adds more #2'].map((id) => [[id], true]),
  );
  expect(unedited).toEqual([]);
});

test('a name that stands nowhere, or in a call without another literal, is not shown', async () => {
  expect((await flipped('subtracts', 'given')).unedited.map(({ test: name }) => name)).toEqual(['subtracts', 'given']);
});
