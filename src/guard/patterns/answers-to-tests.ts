import type { FileModel } from '../../syntax/model.ts';
import { answeredExamples } from '../align/answered.ts';
import type { TreeComparison } from '../align/compare.ts';
import { isWordIn, namesDefinedIn, type PlainFile, plainPairs, plainTests } from '../align/plain-files.ts';
import {
  type Example,
  examplesIn,
  type Match,
  matchesOf,
  newValues,
  newValuesIn,
  smallExamplesIn,
  tellingValues,
  textOf,
  valuesIn,
} from '../align/test-literals.ts';
import { because, hasCircumstance } from '../finding/circumstances.ts';
import type { Hit } from '../finding/types.ts';
import { specialCases } from './special-cases.ts';

/** Fewer different values may be in source and tests by chance. */
const MIN_TELLING = 4;

/** Source that newly contains what tests pass in and what they expect, side by side, in whatever construct. */
export function answersToTests(comparison: TreeComparison): Hit[] {
  const { files, context, others } = comparison;
  const olds = oldValues(comparison);
  const plain = [...plainTests(others), ...comparison.plainTests];
  const examplesOfPlain = ({ path, source }: PlainFile) => examplesIn(path, source);
  const tests = [...context, ...files.flatMap(({ before, after }) => [before, after])].filter(
    (file): file is FileModel => file !== null && (file.role === 'test' || file.tests.length > 0),
  );
  const examples = new Map<FileModel, Example[]>();
  const examplesOf = (file: FileModel): Example[] => {
    const own = examples.get(file) ?? examplesIn(file.path, textOf(file, 'tests'));
    examples.set(file, own);
    return own;
  };
  const inPlain = plainPairs(others).flatMap(({ before, after }) => {
    const names = new Set(namesDefinedIn(after));
    const about = plain.filter(({ source }) => [...names].some((name) => isWordIn(name, source)));
    const literals = newValuesIn(before, after);
    return hitsOf(matchesOf(literals, about.flatMap(examplesOfPlain)), before, after, olds);
  });
  const inKnown = files.flatMap(({ before, after }) => {
    if (after?.role !== 'source') return [];
    const names = namesReaching(after, comparison);
    const about = tests.filter((file) => file === after || namesOne(file, names)).flatMap(examplesOf);
    return about.length > 0 ? hitsOf(matchesOf(newValues(before, after), about), before, after, olds) : [];
  });
  const found = [...inKnown, ...inPlain];
  return found.length > 0 ? found : answersInAnyForm(comparison, tests);
}

/** The functions by which tests reach a file: its own, or those of the only code that uses it. */
function namesReaching({ path, functions }: FileModel, { reaching }: TreeComparison): ReadonlySet<string> {
  return reaching.get(path) ?? new Set(functions.map(({ name }) => name));
}

/** Values of two examples or more, although no run of literals repeats one: split, packed, encoded or matched. */
function answersInAnyForm(comparison: TreeComparison, tests: FileModel[]): Hit[] {
  const { files, input } = comparison;
  const sources = files.flatMap(({ after }) => (after?.role === 'source' ? [after] : []));
  if (!sources.some((one) => one.functions.length > 0)) return [];
  const about = tests.filter((file) =>
    sources.some((one) => file === one || namesOne(file, namesReaching(one, comparison))),
  );
  const standing = about.filter((file) => !files.some(({ after, before }) => after === file && before !== file));
  const all = answeredExamples(files, input.changes, about.flatMap(smallExamplesIn));
  if (all.examples.length < 2) return [];
  const old = answeredExamples(files, input.changes, standing.flatMap(smallExamplesIn));
  const [first] = all.answers;
  const values = [...new Set(all.answers.flatMap((one) => one.values))];
  if (values.some(isWord) && values.every(isName)) return [];
  const example = all.examples[0]!;
  const hit: Hit = {
    before: null,
    after: { path: first!.path, line: first!.line },
    excerptBefore: '',
    excerptAfter: '',
    why: `The source newly contains values of tests instead of computing them: ${values.join(', ').slice(0, 80)}, as in ${example.path}:${example.line}.`,
    names: [first!.path],
  };
  const found = because(hit, old.examples.length < 2 && 'came-new');
  const isSaid = specialCases(comparison).some(
    (one) => one.after?.path === first!.path && (found.circumstances || !hasCircumstance(one, 'may-be-mapping')),
  );
  return isSaid ? [] : [found];
}

const isWord = (value: string): boolean => /^"[A-Za-z][\w-]*"$/.test(value);

/** Words and signs, which every product maps; a number says nothing either way. */
const isName = (value: string): boolean => /^"([A-Za-z][\w-]*|[^\w\s]{1,2})"$|^-?[\d.]+$/.test(value);

/** The values of the source before, which may have moved. */
function oldValues({ files, others }: TreeComparison): () => string[] {
  let all: string[] | null = null;
  return () => {
    all ??= [
      ...files.flatMap(({ before }) =>
        before?.role === 'source' ? [valuesIn(before.path, textOf(before, 'source'))] : [],
      ),
      ...plainPairs(others).flatMap(({ before }) => (before ? [valuesIn(before.path, before.source)] : [])),
    ].map(joined);
    return all;
  };
}

function hitsOf(matches: Match[], before: PlainFile | null, after: PlainFile, olds: () => string[]): Hit[] {
  const found = matches.filter(({ literals }) => !olds().some((old) => old.includes(joined(literals))));
  return tellingValues(found).size >= MIN_TELLING ? [hitOf(found, before, after)] : [];
}

const joined = (literals: Match['literals']): string => `\n${literals.map(({ value }) => value).join('\n')}\n`;

function hitOf(found: Match[], before: PlainFile | null, after: PlainFile): Hit {
  const { path } = after;
  const { literals, example } = found.toSorted((a, b) => b.literals.length - a.literals.length)[0]!;
  const { line } = literals[0]!;
  const values = literals.map(({ value }) => value).join(', ');
  return {
    before: before ? { path: before.path, line: 1 } : null,
    after: { path, line },
    excerptBefore: '',
    excerptAfter: (after.source.split('\n')[line - 1] ?? '').trim(),
    why: `The source newly contains values of tests instead of computing them: ${values.slice(0, 80)}, as in ${example.path}:${example.line}.`,
    names: [path],
    ...(found.every(mapsNames) && { circumstances: ['maps-names'] }),
  };
}

/** Every product has tables of names and what they stand for. */
const mapsNames = ({ literals }: Match): boolean => literals.some(({ value }) => /^"[A-Za-z][\w-]*"$/.test(value));

/** The tests name something that the file defines, or that a file defines which uses it. */
const namesOne = (test: FileModel, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name !== '<file>' && test.identifiers.has(name));
