import type { ConstantFunction } from '../ports/test-editor.ts';
import { languageOf } from '../syntax/languages/index.ts';
import type { LanguageName } from '../syntax/model.ts';
import { argumentsOf, calleeName, isCall, isFunction, nameOfFunction } from '../syntax/shapes.ts';
import { field, lineOf, named, type SyntaxNode, some, textOf } from '../syntax/tree.ts';
import { emptied } from './empty-functions.ts';
import { expectedValues } from './expected-values.ts';
import { isLiteralValue } from './literal-value.ts';
import { type Definition, findDefinition } from './match-names.ts';
import { nodeAt } from './node-at.ts';
import { returningInJavaScript, returningInPython } from './returning.ts';
import { parseFile, type TestFile } from './test-files.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';
import { type ChangedSource, writtenFunctions } from './written-functions.ts';

interface KnownTest {
  language: LanguageName;
  calls: ReadonlySet<string>;
  values: string[];
  node: SyntaxNode;
}

const MOST_VALUES = 4;

/**
 * Functions that the change wrote, each returning one value whatever it is given: one that the tests expect, or the only one that
 * it ever returns. Tests that pass then cannot tell it from a constant. One that takes no input may be one. Of those that tests name first.
 */
export async function constantFunctions(
  sources: readonly ChangedSource[],
  files: readonly TestFile[],
  tests: readonly string[],
): Promise<ConstantFunction[]> {
  const known = await knownTests(files, tests);
  const found = (await writtenFunctions(sources)).flatMap(({ path, text, functions }) =>
    functions.flatMap((node) => constantsOf(path, text, node, known)),
  );
  const isNamed = ({ name }: ConstantFunction) => known.some(({ calls }) => calls.has(name));
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))];
}

async function knownTests(files: readonly TestFile[], tests: readonly string[]): Promise<KnownTest[]> {
  const parsed = (await Promise.all(files.map(parseFile))).filter((file) => file !== null);
  const definitions = parsed.flatMap((file) => file.definitions);
  const wanted = new Set(tests.flatMap((test) => findDefinition(test, definitions) ?? []));
  return parsed.flatMap(({ root, definitions: own }) =>
    own.filter((one) => wanted.has(one)).flatMap((one) => knownTest(one, root) ?? []),
  );
}

function knownTest({ test, language }: Definition, root: SyntaxNode): KnownTest | null {
  const node = nodeAt(root, test);
  return node && { language, calls: test.calls, values: expectedValues(test, node), node };
}

function constantsOf(path: string, text: string, node: SyntaxNode, known: readonly KnownTest[]): ConstantFunction[] {
  const language = languageOf(path);
  const returning = language && RETURNING[language.dialect.language];
  const empty = emptied(path, node);
  if (!language || !returning || !empty) return [];
  const name = nameOfFunction(node) ?? '';
  const alike = known.filter((test) => test.language === language.dialect.language);
  const own = alike.filter(({ calls }) => name !== '' && calls.has(name));
  if (!hasParameters(node) && !own.some((test) => givesInput(test, name))) return [];
  const edits = valuesFor(node, own.length > 0 ? own : alike).map((value) => ({
    value,
    edit: returning(node, value, language.grammar !== 'javascript'),
  }));
  return edits.flatMap(({ value, edit }) =>
    edit
      ? [{ path, line: lineOf(node), name, value, text: applyEdits(text, [edit]), empty: applyEdits(text, [empty]) }]
      : [],
  );
}

const RETURNING: Partial<Record<LanguageName, (node: SyntaxNode, value: string, isTyped: boolean) => TextEdit | null>> =
  {
    javascript: (node, value, isTyped) => returningInJavaScript(node, wrapped(value), isTyped),
    python: returningInPython,
  };

/** An object at the start of an expression is one. */
const wrapped = (value: string) => (value.startsWith('{') ? `(${value})` : value);

function hasParameters(node: SyntaxNode): boolean {
  if (field(node, 'parameter')) return true;
  const parameters = named(field(node, 'parameters') ?? node).filter(({ type }) => type !== 'comment');
  return field(node, 'parameters') !== null && parameters.some((one) => !/^(?:self|cls|this)\b/.test(textOf(one)));
}

const givesInput = ({ node }: KnownTest, name: string) =>
  some(node, (one) => isCall(one) && textOf(calleeName(one)) === name && argumentsOf(one).length > 0);

/** A constant has to be right for all tests: those that expect the fewest values come first. */
function valuesFor(node: SyntaxNode, tests: readonly KnownTest[]): string[] {
  const byFewest = tests.filter(({ values }) => values.length > 0).sort((a, b) => a.values.length - b.values.length);
  const values = [...onlyResult(node), ...byFewest.flatMap((test) => test.values)];
  return [...new Set(values)].slice(0, MOST_VALUES);
}

/** What the function returns, if it is one literal wherever it returns. */
function onlyResult(node: SyntaxNode): string[] {
  const body = field(node, 'body');
  if (!body) return [];
  const results: SyntaxNode[] = [];
  const collect = (one: SyntaxNode) => {
    if (one.type === 'return_statement') results.push(named(one)[0] ?? one);
    else for (const part of one.children) if (!isFunction(part)) collect(part);
  };
  if (isBody(body)) collect(body);
  else results.push(body);
  const texts = new Set(results.map(textOf));
  return texts.size === 1 && results.every(isLiteralValue) ? [...texts] : [];
}

const isBody = ({ type }: SyntaxNode) => type === 'statement_block' || type === 'block';
