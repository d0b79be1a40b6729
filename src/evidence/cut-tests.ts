import type { CutTests } from '../ports/test-editor.ts';
import { isTestPath } from '../syntax/languages/index.ts';
import { calleeOf, isFunction, roots } from '../syntax/languages/javascript-callee.ts';
import { field, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import { type Definition, findDefinition } from './match-names.ts';
import { nodeAt } from './node-at.ts';
import { type ParsedFile, parseFile, parsesLike, type TestFile } from './test-files.ts';
import { applyEdits } from './text-edit.ts';
import { wholeLines } from './whole-lines.ts';

interface CutRequest {
  /** The ids of the tests to cut. */
  tests: readonly string[];
  /** The ids of all tests that were reported. */
  all: readonly string[];
}

/** Takes tests out of their files, so that the rest of each file still stands. What cannot be cut cleanly stays, with the reason. */
export async function cutTests(files: readonly TestFile[], { tests, all }: CutRequest): Promise<CutTests> {
  const parsed = (await Promise.all(files.map(parseFile))).filter((file) => file !== null);
  const definitions = parsed.flatMap((file) => file.definitions);
  const idsOf = new Map<Definition, string[]>();
  for (const id of all) {
    const definition = findDefinition(id, definitions);
    if (definition) idsOf.set(definition, [...(idsOf.get(definition) ?? []), id]);
  }
  const wanted = new Set(tests);
  const found = new Set([...idsOf.values()].flat());
  const result: CutTests = { files: [], uncut: [], groups: {} };
  for (const test of tests) if (!found.has(test)) result.uncut.push({ test, reason: 'its definition was not found' });
  for (const file of parsed) {
    const edits = [];
    const cut: string[] = [];
    const own = file.definitions.filter((one) => idsOf.has(one));
    for (const definition of own) {
      const ids = idsOf.get(definition) ?? [];
      for (const id of ids) result.groups[id] = [file.path, ...definition.test.suite].join(' › ');
      const asked = ids.filter((id) => wanted.has(id));
      if (asked.length === 0) continue;
      const reason = ids.length > 1 ? 'it makes several tests' : whyNot(definition, file);
      const lines = reason === null ? wholeLines(file.text, definition.test) : null;
      if (lines) {
        edits.push({ ...lines, text: '' });
        cut.push(...asked);
      } else
        result.uncut.push(...asked.map((test) => ({ test, reason: reason ?? 'it shares a line with other code' })));
    }
    if (edits.length === 0) continue;
    const text = applyEdits(file.text, edits);
    const others = own.flatMap((one) => idsOf.get(one) ?? []).filter((id) => !cut.includes(id));
    if (await parsesLike(file.path, text, file.root)) result.files.push({ path: file.path, text, tests: cut, others });
    else result.uncut.push(...cut.map((test) => ({ test, reason: 'its file does not parse without it' })));
  }
  return result;
}

function whyNot(definition: Definition, { path, root, definitions, text }: ParsedFile): string | null {
  const { test, isFixed, language } = definition;
  if (!isTestPath(path) || (language === 'rust' && !/(?:^|\/)tests\//.test(path))) return 'its file is no test file';
  if (!isFixed || test.rows.length > 0) return 'it is made by a table or a loop';
  if (test.skip || test.only) return 'it is marked';
  const overlaps = definitions.some(
    (one) => one !== definition && one.test.start < test.end && test.start < one.test.end,
  );
  if (overlaps) return 'it has tests inside, or is inside of one';
  const node = nodeAt(root, test);
  if (!node || !standsAlone(node)) return 'it stands inside of other code';
  const isNamed = language !== 'javascript';
  return isNamed && countWord(root, test.name, text) > 1 ? 'other code names it' : null;
}

const CODE =
  /^(?:for|while|do|if|else|switch|match|try|with|loop|array|object|variable|lexical|assignment|return|arguments_list|ternary|binary|await|conditional)/;

/** Only suites are around it. */
export function standsAlone(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (CODE.test(at.type)) return false;
    if (!isFunction(at) && at.type !== 'function_definition') continue;
    const call = at.parent?.parent;
    const name = call?.type === 'call_expression' ? calleeOf(field(call, 'function'))?.parts[0] : undefined;
    if (name === undefined || !roots.test(name)) return false;
  }
  return true;
}

function countWord(root: SyntaxNode, word: string, text: string): number {
  if (!text.includes(word)) return 0;
  let count = 0;
  walk(root, (node) => {
    if (node.children.length === 0 && textOf(node) === word) count += 1;
  });
  return count;
}
