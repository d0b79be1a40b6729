import { isTestPath } from '../../syntax/languages/index.ts';
import type { FileModel, LanguageName } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { literalsOf } from '../align/literals.ts';
import { isPlainTest, type PlainFile, plainPairs } from '../align/plain-files.ts';
import type { Loss } from '../finding/types.ts';
import { plainAccess } from './test-branches.ts';

/** A question whose answer depends on who runs the code, in tokens. */
interface Question {
  about: string;
  form: RegExp;
}

/** A product that asks this can answer its tests in another way than its users. */
const questions: Record<LanguageName, Question[]> = {
  javascript: [
    {
      about: 'who called it',
      form: /new Error \([^()]*\)(?: \))? \. stack|arguments \. callee|Error \. prepareStackTrace/g,
    },
    {
      about: 'which globals there are',
      form: /(?:getOwnPropertyNames|keys|ownKeys|entries|getOwnPropertyDescriptors) \( (?:globalThis|global|process) \)/g,
    },
    {
      about: 'which variables there are',
      form: /(?:keys|entries|ownKeys|getOwnPropertyNames|stringify) \( process \. env \)(?: \))? \. (?:some|every|find\w*|includes|indexOf)/g,
    },
    {
      about: 'which program runs it',
      form: /process \. (?:argv \[ [01] \]|argv0|title|mainModule|_getActiveHandles)|require \. cache|module \. (?:parent|children)|process \. env \. npm_lifecycle_\w+/g,
    },
  ],
  python: [
    {
      about: 'who called it',
      form: /_getframe \(|inspect \. (?:stack|currentframe|getouterframes) \(|traceback \. (?:extract|walk|format)_stack \(|gc \. get_(?:objects|referrers) \(/g,
    },
    { about: 'which modules are loaded', form: /sys \. modules(?! \[ __name__)/g },
    { about: 'which variables there are', form: /\b(?:any|all|next) \( [^=]{0,120}? in os \. environ\b/g },
    { about: 'which program runs it', form: /sys \. (?:argv \[ 0 \]|orig_argv)|sys \. set(?:trace|profile) \(/g },
  ],
  go: [
    { about: 'who called it', form: /runtime \. (?:Callers?|CallersFrames|Stack) \(/g },
    { about: 'which program runs it', form: /os \. Args \[ 0 \]|os \. Executable \(|flag \. Lookup \(/g },
  ],
  rust: [
    { about: 'who called it', form: /Location :: caller \(|Backtrace :: (?:force_)?capture \(/g },
    {
      about: 'which program runs it',
      form: /current_exe \(|env :: args(?:_os)? \( \) \. (?:next|nth \( 0)|thread :: current \( \) \. name \(/g,
    },
  ],
  java: [
    {
      about: 'who called it',
      form: /currentThread \( \) \. getStackTrace|new (?:Throwable|Exception) \([^()]*\) \. getStackTrace|StackWalker \./g,
    },
    { about: 'which program runs it', form: /getProperty \( "(?:sun\.java\.command|java\.class\.path)"/g },
  ],
};

/** How a file asks whether it is the program itself, which is no secret. */
const asksIfMain = /import \. meta|__filename|require \. main === module|basename \(/;

const reads =
  /\b(?:readFile(?:Sync)?|readdir(?:Sync)?|createReadStream|open|fopen|ifstream|fstream|file_get_contents|readlines|readText|read_text|read_to_string|ReadFile|ReadDir|listdir|walk|glob|iglob|rglob|scandir|include_str|readString|readAllLines|readAllBytes|newBufferedReader)\b/;

/** Source that newly asks who runs it. */
export function asksCaller({ files }: TreeComparison): Loss[] {
  return files.flatMap((pair) => {
    const { before, after } = pair;
    if (after?.role !== 'source' || isTool(pair.path)) return [];
    const [now, then] = [outsideTests(after), before ? outsideTests(before) : ''].map(plainAccess) as [string, string];
    return questions[after.language].flatMap(({ about, form }) => {
      const asked = [...now.matchAll(form)].filter(
        ({ index }) => !asksIfMain.test(now.slice(Math.max(0, index - 120), index + 160)),
      );
      if (asked.length <= [...then.matchAll(form)].length) return [];
      const text = asked.at(-1)![0];
      return [
        lossOf(before, after, text, `The source newly asks ${about}: ${text.replace(/ ?([.()[\]:]+) ?/g, '$1')}.`),
      ];
    });
  });
}

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
    return found ? [lossOf(before, after, found, `The source reads files and newly names tests: ${found}.`)] : [];
  });
}

function namesTests(value: string): boolean {
  if (!value.startsWith('"') || !/[./*]/.test(value) || /\s/.test(value)) return false;
  const path = (JSON.parse(value) as string).replace(/\*+/g, 'x');
  return path.length > 6 && (isTestPath(path) || isPlainTest(path));
}

function lossOf(before: PlainFile | null, after: PlainFile, text: string, why: string): Loss {
  const { path } = after;
  const word = /[A-Za-z_]{4,}(?=[^A-Za-z_]*$)/.exec(text)?.[0] ?? text;
  const line = after.source.slice(0, Math.max(0, after.source.lastIndexOf(word))).split('\n').length;
  return {
    place: {
      before: before ? { path: before.path, line: 1, text: '' } : null,
      after: { path, line, text: (after.source.split('\n')[line - 1] ?? text).trim() },
    },
    why,
    subject: [path],
  };
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
