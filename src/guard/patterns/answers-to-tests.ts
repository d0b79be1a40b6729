import type { FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { FilePair } from '../align/files.ts';
import {
  type Example,
  examplesIn,
  type Match,
  matchesOf,
  newValues,
  tellingValues,
  textOf,
  valuesIn,
} from '../align/test-literals.ts';
import type { Hit } from '../finding/types.ts';

/** Fewer different values may be in source and tests by chance. */
const MIN_TELLING = 4;

/** Source that newly contains what tests pass in and what they expect, side by side, in whatever construct. */
export function answersToTests({ files, context, reaching }: TreeComparison): Hit[] {
  const tests = [...context, ...files.flatMap(({ before, after }) => [before, after])].filter(
    (file): file is FileModel => file !== null && (file.role === 'test' || file.tests.length > 0),
  );
  const examples = new Map<FileModel, Example[]>();
  const examplesOf = (file: FileModel): Example[] => {
    const own = examples.get(file) ?? examplesIn(file.path, textOf(file, 'tests'));
    examples.set(file, own);
    return own;
  };
  return files.flatMap((pair) => {
    const { before, after } = pair;
    if (after?.role !== 'source') return [];
    const names = reaching.get(after.path) ?? new Set(after.functions.map(({ name }) => name));
    const about = tests.filter((file) => file === after || namesOne(file, names)).flatMap(examplesOf);
    const matches = about.length > 0 ? matchesOf(newValues(before, after), about) : [];
    const found = matches.length > 0 ? notMoved(matches, files) : [];
    return tellingValues(found).size >= MIN_TELLING ? [hitOf(found, pair, after)] : [];
  });
}

/** Values that stood together in the source before may have moved. */
function notMoved(matches: Match[], files: FilePair[]): Match[] {
  const olds = files.flatMap(({ before }) =>
    before?.role === 'source' ? [joined(valuesIn(before.path, textOf(before, 'source')))] : [],
  );
  return matches.filter(({ literals }) => !olds.some((old) => old.includes(joined(literals))));
}

const joined = (literals: Match['literals']): string => `\n${literals.map(({ value }) => value).join('\n')}\n`;

function hitOf(found: Match[], { before, oldPath, path }: FilePair, after: FileModel): Hit {
  const { literals, example } = found.toSorted((a, b) => b.literals.length - a.literals.length)[0]!;
  const { line } = literals[0]!;
  const values = literals.map(({ value }) => value).join(', ');
  return {
    before: before ? { path: oldPath, line: 1 } : null,
    after: { path, line },
    excerptBefore: '',
    excerptAfter: (after.source.split('\n')[line - 1] ?? '').trim(),
    why: `The source newly contains values of tests instead of computing them: ${values.slice(0, 80)}, as in ${example.path}:${example.line}.`,
    names: [path],
    ...(found.every(mapsNames) && { severity: 'medium' as const, confidence: 0.6 }),
  };
}

/** Every product has tables of names and what they stand for. */
const mapsNames = ({ literals }: Match): boolean => literals.some(({ value }) => /^"[A-Za-z][\w-]*"$/.test(value));

/** The tests name something that the file defines, or that a file defines which uses it. */
const namesOne = (test: FileModel, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => name !== '<file>' && test.identifiers.has(name));
