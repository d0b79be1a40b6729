import type { EditedTests, EditRequest } from '../ports/test-editor.ts';
import { quoted } from '../syntax/tree.ts';
import { flipNumber } from './flip-value.ts';
import { applyEdits, excerptsOf, type TextEdit } from './text-edit.ts';

interface PlainFile {
  path: string;
  text: string;
}

const SEPARATOR = ' › ';
const MIN_NAME = 3;

/**
 * Tests in languages that have no grammar here: the call that names a test, as in `check("adds", add(1, 2), 3)`. The last of its
 * other arguments that is a literal may be what is expected: only runs in which such edits make every test fail can show that.
 */
export function plainFlips(files: readonly PlainFile[], { tests, marker }: Omit<EditRequest, 'commit'>): EditedTests {
  const parsed = files.map((file) => ({ ...file, calls: callsIn(file.text) }));
  const result: EditedTests = { files: [], edits: [], unedited: [] };
  const edits = new Map<PlainFile, TextEdit[]>();
  for (const id of tests) {
    const name =
      id
        .replace(/ #\d+$/, '')
        .split(SEPARATOR)
        .at(-1) ?? '';
    const places = parsed.flatMap((file) =>
      file.calls.flatMap((call) => (call.some((one) => isNamed(one, name)) ? [{ file, call }] : [])),
    );
    const [place] = places;
    const value = place?.call.filter((one) => !isNamed(one, name)).at(-1);
    const edit = value ? flip(value, marker) : null;
    if (name.length < MIN_NAME || !place || places.length > 1 || !edit) {
      result.unedited.push({ test: id, reason: 'its definition was not found' });
      continue;
    }
    const { file } = place;
    edits.set(file, [...(edits.get(file) ?? []), edit]);
    const pattern = `^(?:.*${SEPARATOR})?${quoted(name)}$`;
    const at = excerptsOf(file.text, [edit]);
    result.edits.push({ tests: [id], pattern, path: file.path, how: 'flip', isGuess: true, values: ['other'], ...at });
  }
  for (const [file, own] of edits) result.files.push({ path: file.path, text: `${applyEdits(file.text, own)}\n` });
  return result;
}

interface Literal {
  text: string;
  start: number;
  end: number;
}

const TOKEN =
  /(?<skip>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\d[\w.]*|\b(?:true|false)\b)|(?<open>[([{])|(?<close>[)\]}])|(?<comma>,)|(?<word>[A-Za-z_$][\w$]*)|(?<other>[\s\S])/gy;

/** The arguments of every call that are nothing but a literal. */
function callsIn(text: string): Literal[][] {
  const calls: Literal[][] = [];
  const open: { isCall: boolean; literals: Literal[]; argument: (Literal | null)[] }[] = [];
  let isAfterWord = false;
  const endArgument = () => {
    const call = open.at(-1);
    const [only, ...more] = call?.argument ?? [];
    if (call && only && more.length === 0) call.literals.push(only);
    if (call) call.argument = [];
  };
  for (const { groups = {}, 0: raw, index } of text.matchAll(TOKEN)) {
    if (groups.skip !== undefined) continue;
    if (groups.open !== undefined) {
      open.at(-1)?.argument.push(null);
      open.push({ isCall: raw === '(' && isAfterWord, literals: [], argument: [] });
    } else if (groups.close !== undefined) {
      endArgument();
      const call = open.pop();
      if (call?.isCall && call.literals.length > 1) calls.push(call.literals);
    } else if (groups.comma !== undefined) endArgument();
    else if (raw !== '-') {
      const isLiteral = groups.literal !== undefined;
      open.at(-1)?.argument.push(isLiteral ? { text: raw, start: index, end: index + raw.length } : null);
    }
    isAfterWord = groups.word !== undefined;
  }
  return calls;
}

const isNamed = ({ text }: Literal, name: string) => /^["']/.test(text) && text.slice(1, -1) === name;

function flip({ text, start, end }: Literal, marker: string): TextEdit | null {
  if (/^["']/.test(text)) return { start: end - 1, end: end - 1, text: marker };
  const other = text === 'true' ? 'false' : text === 'false' ? 'true' : flipNumber(text);
  return other === null ? null : { start, end, text: other };
}
