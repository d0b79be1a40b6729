import { isTestPath, languageOf } from '../../syntax/languages/index.ts';
import type { FileModel } from '../../syntax/model.ts';
import type { Change } from '../finding/types.ts';
import { type TestValues, testValues, textMatchedBy, valuesHeldBy } from './answer-values.ts';
import type { FilePair } from './files.ts';
import { type Literal, literalsOf } from './literals.ts';
import { type Example, isTelling, newValues, textOf } from './test-literals.ts';

/** A new literal of the source that stands for values of the tests. */
export interface Answer {
  path: string;
  line: number;
  values: string[];
}

/** New literals of one function, statement or data file, with the values of the tests that each stands for. */
type Unit = (Answer & { size: number })[];

/** Nearly all that is new in a unit must come from tests. What a product needs has more entries than its tests name. */
const MOST = 0.75;
/** Of an example, the source holds at least these. */
const [FEWEST, LEAST_SHARE] = [2, 0.34];

export interface Answered {
  examples: Example[];
  answers: Answer[];
}

/** The examples of the tests whose values new source holds, in whatever construct, place or coding. */
export function answeredExamples(files: FilePair[], changes: Change[], examples: Example[]): Answered {
  if (examples.length < 2) return { examples: [], answers: [] };
  const known = testValues(examples.flatMap(({ values }) => values));
  const old = new Set(files.flatMap(({ before }) => (before?.role === 'source' ? valuesOf(before) : [])));
  const units = [
    ...files.flatMap((pair) => unitsOf(pair, known, old)),
    ...changes.flatMap((one) => dataUnits(one, known)),
  ];
  const answers = units.filter(isMostlyOfTests).flatMap((unit) => unit.filter(({ values }) => values.length > 0));
  const held = new Set(answers.flatMap(({ values }) => values).filter(isTelling));
  const isAnswered = ({ values }: Example): boolean => {
    const own = [...new Set(values.filter(isTelling))];
    const found = own.filter((value) => held.has(value)).length;
    return found >= FEWEST && found >= own.length * LEAST_SHARE;
  };
  const answered = held.size < FEWEST * 2 ? [] : examples.filter(isAnswered);
  if (answered.length >= 2) return { examples: answered, answers };
  const list = units.find((unit) => isListOfResults(unit, examples));
  return list ? { examples, answers: list } : { examples: [], answers: [] };
}

function isMostlyOfTests(unit: Unit): boolean {
  const sizeOf = (part: Unit): number => part.reduce((sum, { size }) => sum + size, 0);
  return unit.length > 0 && sizeOf(unit.filter(({ values }) => values.length > 0)) >= sizeOf(unit) * MOST;
}

/** What several tests expect, one after the other: answers to the calls in their order. */
function isListOfResults(unit: Unit, examples: Example[]): boolean {
  const results = unit.filter(({ values }) => values.length === 1).map(({ values }) => values[0]!);
  if (unit.length < 3 || results.length < unit.length || new Set(results).size < 3) return false;
  let from = -1;
  return results.every((value) => {
    const at = examples.findIndex(({ values }, i) => i > from && values.length > 2 && values.includes(value));
    from = at;
    return at >= 0 && !/^"[A-Za-z][\w-]*"$/.test(value);
  });
}

const valuesOf = (file: FileModel): string[] => literalsOf(file.path, textOf(file, 'source')).map(({ value }) => value);

function unitsOf({ before, after }: FilePair, known: TestValues, old: ReadonlySet<string>): Unit[] {
  if (after?.role !== 'source') return [];
  const text = textOf(after, 'source');
  const { isNew } = newValues(before, after);
  const units = new Map<string, Unit>();
  const add = (literal: Literal, values: string[]): void => {
    const key = unitKey(after, text, literal);
    units.set(key, [
      ...(units.get(key) ?? []),
      { path: after.path, line: literal.line, values, size: literal.value.length },
    ]);
  };
  const literals = literalsOf(after.path, text).filter((one) => isNew(one) && !one.isIndex && !one.isBound);
  for (const literal of literals) {
    if (old.has(literal.value) || !isTelling(literal.value) || /^"[^\p{L}\p{N}]*"$/u.test(literal.value)) continue;
    const held = valuesHeldBy(literal.value, known);
    const matched =
      held.length === 0 && literal.value.startsWith('"') ? textMatchedBy(JSON.parse(literal.value), known) : null;
    add(literal, matched === null ? held : [matched]);
  }
  return [...units.values()];
}

/** The outermost function that holds the literal, or its statement. */
function unitKey({ functions }: FileModel, text: string, { line, statement }: Literal): string {
  const at = offsetOf(text, line);
  const outer = functions
    .filter(({ name, start, end }) => name !== '<file>' && start <= at.end && at.start < end)
    .sort((a, b) => a.start - b.start)[0];
  return outer ? `function ${outer.start}` : `statement ${statement}`;
}

function offsetOf(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}

/** The lines that a change adds to data of the source; each is one literal. */
function dataUnits({ path, before, after }: Change, known: TestValues): Unit[] {
  if (after === null || languageOf(path) || !isData.test(path) || isTestPath(path) || isOfTests.test(path)) return [];
  const old = new Set(before?.split('\n'));
  const unit = after.split('\n').flatMap((text, i) => {
    if (old.has(text) || !/[\p{L}\p{N}]/u.test(text)) return [];
    const values = valuesHeldBy(JSON.stringify(text.replaceAll('\\', '').replace(/","|": ?"/g, '" "')), known);
    return [{ path, line: i + 1, values, size: text.length }];
  });
  return unit.length <= 500 ? [unit] : [];
}

const isData = /\.(json5?|ya?ml|toml|csv|tsv|txt|properties|ini|xml|dat|tab)$/;
const isOfTests = /(^|\/)(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|examples?|docs?)\//;
