import type { PutBackTests } from '../ports/test-editor.ts';
import { standsAlone } from './cut-tests.ts';
import { type Definition, findDefinition } from './match-names.ts';
import { nodeAt } from './node-at.ts';
import { type ParsedFile, parseFile, parsesLike } from './test-files.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';
import { endOfLine, wholeLines } from './whole-lines.ts';

export interface CutFile {
  path: string;
  /** With all tests. */
  whole: string;
  /** As it is now: some of its tests are cut, and more may have changed. */
  now: string;
}

interface PutBackRequest {
  tests: readonly string[];
  /** One that is there stays as it is; otherwise it becomes again what it was. */
  keepsFound: boolean;
}

/** Puts tests back into their files, beside the tests that stood before or behind them, with all else that changed since. */
export async function putBackTests(files: readonly CutFile[], request: PutBackRequest): Promise<PutBackTests> {
  const result: PutBackTests = { files: [], found: [], lost: [] };
  for (const { path, whole, now } of files) {
    const [before, after] = await Promise.all([parseFile({ path, text: whole }), parseFile({ path, text: now })]);
    if (!before || !after) continue;
    const { edits, found, lost, placed } = editsFor(before, after, request);
    const text = applyEdits(now, edits);
    const isSound = edits.length === 0 || (await parsesLike(path, text, after.root));
    result.found.push(...found);
    result.lost.push(...lost, ...(isSound ? [] : placed));
    if (isSound && edits.length > 0) result.files.push({ path, text });
  }
  return result;
}

function editsFor(before: ParsedFile, after: ParsedFile, { tests, keepsFound }: PutBackRequest) {
  const inserted = new Map<number, string>();
  const edits: TextEdit[] = [];
  const [found, lost, placed]: [string[], string[], string[]] = [[], [], []];
  const wanted = tests
    .flatMap((id) => {
      const definition = findDefinition(id, before.definitions);
      return definition ? [{ id, definition }] : [];
    })
    .sort((a, b) => a.definition.test.start - b.definition.test.start);
  for (const { id, definition } of wanted) {
    const { start, end } = definition.test;
    const same = counterpart(definition, after);
    if (same) {
      found.push(id);
      const text = before.text.slice(start, end);
      const isChanged = after.text.slice(same.test.start, same.test.end) !== text;
      if (isChanged && !keepsFound) edits.push({ start: same.test.start, end: same.test.end, text });
      continue;
    }
    const lines = wholeLines(before.text, definition.test);
    const at = lines ? placeFor(definition, before, after) : null;
    if (!lines || at === null) {
      lost.push(id);
      continue;
    }
    placed.push(id);
    inserted.set(at, (inserted.get(at) ?? '') + before.text.slice(lines.start, lines.end));
  }
  for (const [at, text] of inserted) {
    const isOpen = at > 0 && after.text[at - 1] !== '\n';
    edits.push({ start: at, end: at, text: isOpen ? `\n${text}` : text });
  }
  return { edits, found, lost, placed };
}

const suiteOf = ({ test }: Definition) => test.suite.join('\n');

const counterpart = (definition: Definition, { definitions }: ParsedFile) =>
  definitions.find((one) => one.test.name === definition.test.name && suiteOf(one) === suiteOf(definition));

/** Behind the nearest test of its suite that stood before it, or before the nearest that stood behind it. */
function placeFor(definition: Definition, before: ParsedFile, after: ParsedFile): number | null {
  const siblings = before.definitions.filter((one) => suiteOf(one) === suiteOf(definition));
  const at = siblings.indexOf(definition);
  for (const one of siblings.slice(0, at).reverse()) {
    const there = counterpart(one, after);
    const end = there && isOnItsOwn(there, after) ? endOfLine(after.text, there.test.end) : null;
    if (end !== null) return end;
  }
  for (const one of siblings.slice(at + 1)) {
    const there = counterpart(one, after);
    const lines = there && isOnItsOwn(there, after) ? wholeLines(after.text, there.test) : null;
    if (lines) return lines.start;
  }
  return definition.test.suite.length === 0 ? after.text.length : null;
}

/** What stands in a loop or a branch is no place for a test of its own. */
function isOnItsOwn({ test }: Definition, { root }: ParsedFile): boolean {
  const node = nodeAt(root, test);
  return node !== null && standsAlone(node);
}
