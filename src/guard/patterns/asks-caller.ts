import { isTestPath } from '../../syntax/languages/index.ts';
import type { FileModel } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import { literalsOf } from '../align/literals.ts';
import { isPlainTest, type PlainFile, plainPairs } from '../align/plain-files.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { type CallerFact, callerFacts, plainAccess } from './caller-facts.ts';

const reads =
  /\b(?:readFile(?:Sync)?|readdir(?:Sync)?|createReadStream|open|fopen|ifstream|fstream|file_get_contents|readlines|readText|read_text|read_to_string|ReadFile|ReadDir|listdir|walk|glob|iglob|rglob|scandir|include_str|readString|readAllLines|readAllBytes|newBufferedReader)\b/;

/** Source that newly asks who runs it. */
export function asksCaller({ files }: TreeComparison): Loss[] {
  return files.flatMap((pair) => {
    const { before, after } = pair;
    if (after?.role !== 'source' || isTool(pair.path)) return [];
    const [now, then] = [outsideTests(after), before ? outsideTests(before) : ''].map(plainAccess) as [string, string];
    const names = after.functions.map(({ name }) => name).filter((name) => /^[\w$]{2,}$/.test(name));
    return [...callerFacts[after.language], ...ownCallers(names)].flatMap(({ about, form, except }) => {
      const asked = [...now.matchAll(form)].filter(
        ({ index }) => !except?.test(now.slice(Math.max(0, index - 120), index + 160)),
      );
      if (asked.length <= [...then.matchAll(form)].length) return [];
      const text = asked.at(-1)![0];
      const asks = text.replace(/ ?([.()[\]:]+) ?/g, '$1');
      return [lossAtWord(before, after, text, ['asks-caller', about, asks])];
    });
  });
}

/** `total.caller`, of a function of the file. */
const ownCallers = (names: string[]): CallerFact[] =>
  names.length === 0
    ? []
    : [{ about: 'who called it', form: new RegExp(`\\b(?:${names.map(quoted).join('|')}) \\. caller\\b`, 'g') }];

/** Source that newly reads files of the tests. */
export function readsTests({ files, others }: TreeComparison): Loss[] {
  const known = files.flatMap(({ before, after }) =>
    after?.role === 'source' ? [{ before, after, text: outsideTests(after) }] : [],
  );
  const plain = plainPairs(others).map((pair) => ({ ...pair, text: pair.after.source }));
  return [...known, ...plain].flatMap(({ before, after, text }) => {
    if (isTool(after.path) || !reads.test(text)) return [];
    const names = (file: PlainFile | null) =>
      new Set(
        file
          ? literalsOf(file.path, file.source)
              .map(({ value }) => value)
              .filter(namesTests)
          : [],
      );
    const old = names(before);
    const found = [...names(after)].find((name) => !old.has(name));
    return found ? [lossAtWord(before, after, found, ['reads-tests', found])] : [];
  });
}

function namesTests(value: string): boolean {
  if (!value.startsWith('"') || !/[./*]/.test(value) || /\s/.test(value)) return false;
  const path = (JSON.parse(value) as string).replace(/\*+/g, 'x');
  return path.length > 6 && (isTestPath(path) || isPlainTest(path));
}

function lossAtWord(before: PlainFile | null, after: PlainFile, text: string, reason: Reason): Loss {
  const word = /[A-Za-z_]{4,}(?=[^A-Za-z_]*$)/.exec(text)?.[0] ?? text;
  const line = after.source.slice(0, Math.max(0, after.source.lastIndexOf(word))).split('\n').length;
  const place = at(after.path, { line, text: (after.source.split('\n')[line - 1] ?? text).trim() });
  return lossOf(before && atFile(before.path), place, reason, [after.path]);
}

const isTool = (path: string): boolean =>
  /(config|setup|jest|vitest|babel|webpack|rollup|karma|gulpfile|Gruntfile|conftest|noxfile|build)\b[\w.-]*\.\w+$|(^|\/)(scripts?|build|tools|config|examples?|bench\w*)\//.test(
    path,
  );

/** Rust keeps tests in source files. */
const outsideTests = (file: FileModel): string =>
  file.tests.length === 0
    ? file.tokens.join(' ')
    : file.functions
        .filter((one) => !file.tests.some((test) => test.start <= one.start && one.end <= test.end))
        .map(({ tokens }) => tokens.join(' '))
        .join('\n');
