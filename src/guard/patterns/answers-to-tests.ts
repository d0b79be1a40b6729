import type { FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { isWordIn, namesDefinedIn, type PlainFile, plainPairs, plainTests } from '../align/plain-files.ts';
import {
  type Example,
  examplesIn,
  type Match,
  matchesOf,
  newValues,
  newValuesIn,
  tellingValues,
  textOf,
  valuesIn,
} from '../align/test-literals.ts';
import { because } from '../finding/circumstances.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Loss } from '../finding/types.ts';
import { answersInAnyForm, namesOne } from './answers-in-any-form.ts';

/** Fewer different values may be in source and tests by chance. */
const MIN_TELLING = 4;

/** Source that newly contains what tests pass in and what they expect, side by side, in whatever construct. */
export function answersToTests(comparison: TreeComparison): Loss[] {
  const { files, context, reaching, others } = comparison;
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
    return lossesOf(matchesOf(literals, about.flatMap(examplesOfPlain)), before, after, olds);
  });
  const inKnown = files.flatMap(({ before, after }) => {
    if (after?.role !== 'source') return [];
    const names = new Set([...after.functions.map(({ name }) => name), ...(reaching.get(after.path) ?? [])]);
    const about = tests.filter((file) => file === after || namesOne(file, names)).flatMap(examplesOf);
    return about.length > 0 ? lossesOf(matchesOf(newValues(before, after), about), before, after, olds) : [];
  });
  const found = [...inKnown, ...inPlain];
  return found.length > 0 ? found : answersInAnyForm(comparison, tests);
}

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

function lossesOf(matches: Match[], before: PlainFile | null, after: PlainFile, olds: () => string[]): Loss[] {
  const found = matches.filter(({ literals }) => !olds().some((old) => old.includes(joined(literals))));
  return tellingValues(found).size >= MIN_TELLING ? [lossOfAnswers(found, before, after)] : [];
}

const joined = (literals: Match['literals']): string => `\n${literals.map(({ value }) => value).join('\n')}\n`;

function lossOfAnswers(found: Match[], before: PlainFile | null, after: PlainFile): Loss {
  const { literals, example } = found.toSorted((a, b) => b.literals.length - a.literals.length)[0]!;
  const { line } = literals[0]!;
  const values = literals.map(({ value }) => value);
  const place = at(after.path, { line, text: (after.source.split('\n')[line - 1] ?? '').trim() });
  const reason = ['contains-values', values, example.path, example.line] as const;
  const loss = lossOf(before && atFile(before.path), place, reason, [after.path]);
  return because(loss, found.every(mapsNames) && 'maps-names');
}

/** Every product has tables of names and what they stand for. */
const mapsNames = ({ literals }: Match): boolean => literals.some(({ value }) => /^"[A-Za-z][\w-]*"$/.test(value));
