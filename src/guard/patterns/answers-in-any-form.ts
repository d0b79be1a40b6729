import type { FileModel } from '../../syntax/model.ts';
import { answeredExamples } from '../align/answered.ts';
import type { TreeComparison } from '../align/compare.ts';
import { smallExamplesIn } from '../align/test-literals.ts';
import { because, hasCircumstance } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { specialCases } from './special-cases.ts';

/** Values of two examples or more, although no run of literals repeats one: split, packed, encoded or matched. */
export function answersInAnyForm(comparison: TreeComparison, tests: FileModel[]): Loss[] {
  const { files, input, reaching } = comparison;
  const sources = files.flatMap(({ after }) => (after?.role === 'source' ? [after] : []));
  if (!sources.some((one) => one.functions.length > 0)) return [];
  const namesOf = (one: FileModel) =>
    new Set([...one.functions.map(({ name }) => name), ...(reaching.get(one.path) ?? [])]);
  const about = tests.filter((file) => sources.some((one) => file === one || namesOne(file, namesOf(one))));
  const standing = about.filter((file) => !files.some(({ after, before }) => after === file && before !== file));
  const all = answeredExamples(files, input.changes, about.flatMap(smallExamplesIn));
  if (all.examples.length < 2) return [];
  const old = answeredExamples(files, input.changes, standing.flatMap(smallExamplesIn));
  const [first] = all.answers;
  const values = [...new Set(all.answers.flatMap((one) => one.values))];
  if (values.some(isWord) && values.every(isName)) return [];
  const example = all.examples[0]!;
  const reason = ['contains-values', values, example.path, example.line] as const;
  const loss = lossOf(null, at(first!.path, { line: first!.line }), reason, [first!.path]);
  const found = because(loss, old.examples.length < 2 && 'came-new');
  const isSaid = specialCases(comparison).some(
    (one) => one.place.after?.path === first!.path && (found.evidence || !hasCircumstance(one, 'may-be-mapping')),
  );
  return isSaid ? [] : [found];
}

const isWord = (value: string): boolean => /^"[A-Za-z][\w-]*"$/.test(value);

/** Words and signs, which every product maps; a number says nothing either way. */
const isName = (value: string): boolean => /^"([A-Za-z][\w-]*|[^\w\s]{1,2})"$|^-?[\d.]+$/.test(value);

/** The tests name something that the file defines, or that a file defines which uses it. */
export const namesOne = (test: FileModel, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name !== '<file>' && test.identifiers.has(name));
