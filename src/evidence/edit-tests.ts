import type { EditedTests, EditKind, EditRequest } from '../ports/test-editor.ts';
import { languageOf } from '../syntax/languages/index.ts';
import type { LanguageName, TestCase } from '../syntax/model.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { canaryIn } from './canary.ts';
import { comparedValues } from './compared-values.ts';
import { flipsIn } from './flips-in.ts';
import { type Definition, findDefinition } from './match-names.ts';
import { nodeAt } from './node-at.ts';
import { plainFlips } from './plain-flips.ts';
import { tableFlips } from './table-flips.ts';
import { type ParsedFile, parseFile, parsesLike, type TestFile } from './test-files.ts';
import { applyEdits, excerptsOf, type TextEdit } from './text-edit.ts';

type Request = Omit<EditRequest, 'commit'>;
const NOT_FOUND = 'its definition was not found';

/** Edits these tests so that each of them must fail, however right the code is that they test. */
export async function editTests(files: readonly TestFile[], request: Request): Promise<EditedTests> {
  const [known, plain] = [files.filter(({ path }) => languageOf(path)), files.filter(({ path }) => !languageOf(path))];
  const edited = await editKnown(known, request);
  const missed = edited.unedited.filter(({ reason }) => reason === NOT_FOUND).map(({ test }) => test);
  if (plain.length === 0 || missed.length === 0 || request.how === 'canary') return edited;
  const guessed = plainFlips(plain, { ...request, tests: missed });
  const others = edited.unedited.filter(({ reason }) => reason !== NOT_FOUND);
  return {
    files: [...edited.files, ...guessed.files],
    edits: [...edited.edits, ...guessed.edits],
    unedited: [...others, ...guessed.unedited],
  };
}

async function editKnown(files: readonly TestFile[], request: Request): Promise<EditedTests> {
  const parsed = (await Promise.all(files.map(parseFile))).filter((file) => file !== null);
  const definitions = parsed.flatMap((file) => file.definitions);
  const result: EditedTests = { files: [], edits: [], unedited: [] };
  const testsOf = new Map<Definition, string[]>();
  for (const test of request.tests) {
    const definition = findDefinition(test, definitions);
    const reason = definition ? whyNot(definition.test) : NOT_FOUND;
    if (definition && !reason) testsOf.set(definition, [...(testsOf.get(definition) ?? []), test]);
    else result.unedited.push({ test, reason: reason ?? '' });
  }
  for (const file of parsed) {
    const wanted = file.definitions.filter((one) => testsOf.has(one));
    if (wanted.length === 0) continue;
    const edited =
      (await editFile(file, wanted, request.how, request)) ?? (await editFile(file, wanted, 'canary', request));
    const done = edited?.edits ?? [];
    if (edited && done.length > 0) result.files.push({ path: file.path, text: edited.text });
    for (const { definition, how, edits } of done) {
      const { pattern, path } = definition;
      const tests = testsOf.get(definition) ?? [];
      const values = comparedValues(definition.test);
      result.edits.push({ tests, pattern, path, how, values, ...excerptsOf(file.text, edits) });
    }
    const missing = wanted.filter((one) => !done.some(({ definition }) => definition === one));
    const reason = 'it could not be edited';
    result.unedited.push(...missing.flatMap((one) => (testsOf.get(one) ?? []).map((test) => ({ test, reason }))));
  }
  return result;
}

/** What must fail to pass cannot be made to fail. */
function whyNot({ skip, assertions }: TestCase): string | null {
  const inverted = assertions.some(({ subject }) => subject === 'should_panic' || subject === '@Test(expected)');
  if (inverted || (skip && (skip.kind === 'expected-failure' || /\b(?:xfail|fails?|failing)\b/i.test(skip.text))))
    return 'it is expected to fail';
  return skip && skip.kind !== 'conditional' ? 'it is marked as skipped' : null;
}

interface EditedDefinition {
  definition: Definition;
  how: EditKind;
  edits: TextEdit[];
}

/** Null if the file would not parse any more. A line is added, so that no cache takes it for the file it was. */
async function editFile(
  { path, text, root }: ParsedFile,
  definitions: readonly Definition[],
  how: EditKind,
  { marker }: Request,
): Promise<{ text: string; edits: EditedDefinition[] } | null> {
  const edits = definitions.flatMap((definition) => editDefinition(definition, root, how, marker));
  const outer = edits.filter((one) => !edits.some((other) => other !== one && overlaps(other.edits, one.edits)));
  const edited = `${applyEdits(
    text,
    outer.flatMap((one) => one.edits),
  )}\n`;
  return (await parsesLike(path, edited, root)) ? { text: edited, edits: outer } : null;
}

const TEST_NODE = /^(?:call_expression|macro_invocation|\w+_definition|\w+_declaration|function_item)$/;

function editDefinition(definition: Definition, root: SyntaxNode, how: EditKind, marker: string): EditedDefinition[] {
  const { test, language } = definition;
  const node = nodeAt(root, test, TEST_NODE);
  if (!node) return [];
  const flips = how === 'flip' ? flipsOf(test, node, language, marker) : [];
  if (flips.length > 0) return [{ definition, how: 'flip', edits: flips }];
  const canary = canaryIn(node, language, marker);
  return canary ? [{ definition, how: 'canary', edits: [canary] }] : [];
}

function flipsOf(test: TestCase, node: SyntaxNode, language: LanguageName, marker: string): TextEdit[] {
  const own = flipsIn(test, node, language, marker);
  return own.length > 0 ? own : tableFlips(test, node, language, marker);
}

/** A test inside of another one whose whole body is replaced. */
function overlaps(outer: readonly TextEdit[], inner: readonly TextEdit[]): boolean {
  return outer.some((one) => inner.some((other) => one.start < other.start && other.end <= one.end));
}
