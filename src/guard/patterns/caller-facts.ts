import type { LanguageName } from '../../syntax/model.ts';
import { anyGlobal, anyRunner } from '../vocabulary.ts';

/** Something that a program can know of its caller, by the tokens that ask for it. */
export interface CallerFact {
  about: string;
  form: RegExp;
  /** What makes it an ordinary question, in the code around it. */
  except?: RegExp;
}

/** How a file asks whether it is the program itself, which is no secret. */
const ASKS_IF_MAIN = /import \. meta \. (?!vitest)|__filename|require \. main === module|basename \(/;
/** What a report of a failure asks. */
const REPORTS = /recover \( \)|except |rescue|panic|log/;

const who = 'who called it';
const program = 'which program runs it';
const globals = 'which globals there are';
const modules = 'which modules are loaded';
const variables = 'which variables there are';

/** A product that asks this can answer its tests in another way than its users. */
export const callerFacts: Record<LanguageName, CallerFact[]> = {
  javascript: [
    {
      about: who,
      form: /(?:new )?\bError \([^()]*\)(?: \))? \. stack|arguments \. (?:callee|caller)|Error \. (?:prepareStackTrace|captureStackTrace \( (?!this\b))|\bgetCallSites? \(/g,
    },
    {
      about: globals,
      form: new RegExp(
        `(?:getOwnPropertyNames|keys|ownKeys|entries|getOwnPropertyDescriptors) \\( (?:globalThis|global|process) \\)|(?:globalThis|global|window|self) \\. ${anyGlobal}\\b|"${anyGlobal}" in (?:globalThis|global|window|self)\\b|has(?:Own)? \\( (?:globalThis|global|window|self) , "${anyGlobal}"|import \\. meta \\. vitest`,
        'g',
      ),
    },
    {
      about: variables,
      form: /(?:keys|entries|ownKeys|getOwnPropertyNames|stringify) \( process \. env \)(?: \))? \. (?:some|every|find\w*|includes|indexOf)/g,
    },
    {
      about: program,
      form: new RegExp(
        `process \\. (?:argv \\[ [01] \\]|argv0|title|mainModule|_getActiveHandles|ppid)|process \\. execArgv \\. \\w+|process \\. argv (?:\\. \\w+ \\([^()]*\\) )?\\. \\w+ \\([^;]{0,80}?${anyRunner}|require \\. cache|module \\. (?:parent|children)|process \\. env \\. npm_lifecycle_\\w+`,
        'g',
      ),
      except: ASKS_IF_MAIN,
    },
    {
      about: 'what it is compared with',
      form: /(?:class|const|let|var|function) (?=\w*(?:[Ee]qual|[Mm]atch|[Ss]ame))(?=\w*(?:[Aa]ny|[Aa]ll|[Ee]very|[Aa]lways))\w+ (?:[^;]{0,200}?)(?:valueOf|toPrimitive|new Proxy|asymmetricMatch)/g,
    },
  ],
  python: [
    {
      about: who,
      form: /_getframe \(|inspect \. (?:stack|currentframe|getouterframes) \(|traceback \. (?:extract|walk|format)_stack \(|gc \. get_(?:objects|referrers) \(/g,
    },
    { about: modules, form: /sys \. modules(?! \[ __name__)/g },
    { about: variables, form: /\b(?:any|all|next) \( [^=]{0,120}? in os \. environ\b/g },
    {
      about: program,
      form: new RegExp(
        `sys \\. (?:argv \\[ 0 \\]|orig_argv)|sys \\. (?:set|get)(?:trace|profile) \\(|os \\. getppid \\(|psutil \\. Process \\(|"[^"]*${anyRunner}[^"]*" in [^:]{0,40}sys \\. argv`,
        'g',
      ),
      except: ASKS_IF_MAIN,
    },
  ],
  go: [
    { about: who, form: /runtime \. (?:Callers?|CallersFrames)\b(?= \()/g },
    { about: who, form: /(?:runtime|debug) \. (?:Print)?Stack \(/g, except: REPORTS },
    {
      about: program,
      form: /os \. Args \[ 0 \]|os \. (?:Executable|Getppid) \(|flag \. Lookup \(/g,
    },
  ],
  rust: [
    { about: who, form: /Location :: caller \(|Backtrace :: (?:force_)?capture \(/g },
    {
      about: program,
      form: /current_exe \(|parent_id \(|env :: args(?:_os)? \( \) \. (?:next|nth \( 0)|thread :: current \( \) \. name \(/g,
    },
  ],
  java: [
    {
      about: who,
      form: /currentThread \( \) \. getStackTrace|new (?:Throwable|Exception) \([^()]*\) \. getStackTrace|StackWalker \./g,
    },
    {
      about: program,
      form: /getProperty \( "(?:sun\.java\.command|java\.class\.path|surefire[^"]*)"|getRuntimeMXBean \( \) \. getInputArguments|ProcessHandle \. current \( \) \. (?:parent|info)/g,
    },
  ],
};

/** One form for what is written in several: names in brackets, texts put together, other names for the same object. */
export function plainAccess(tokens: string): string {
  const plain = tokens
    .replace(
      /"([^"]*)"(?: \+ "[^"]*")+/g,
      (sum) => `"${[...sum.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('')}"`,
    )
    .replace(
      /\[ ("[^"]*"(?: , "[^"]*")*) \] \. join \( "" \)/g,
      (_, parts: string) => `"${parts.replace(/"(?: , ")?/g, '')}"`,
    )
    .replace(/\( 0 , ([\w$. ]+) \) \(/g, '$1 (')
    .replace(/ \?\. (?=[[(])/g, ' ')
    .replaceAll(' ?. ', ' . ')
    .replace(/\( ([\w$]+(?: \. [\w$]+)*) as (?:any|unknown as \w+) \)/g, '$1')
    .replace(/ \[ "([A-Za-z_$][\w$]*)" \]/g, ' . $1')
    .replace(/\b(?:__import__|import_module) \( "(\w+)" \)/g, '$1')
    .replace(/\b(?:globalThis|global|window|self) \. (?=process\b)/g, '');
  return withoutOtherNames(plain);
}

const KNOWN = /^(?:process(?: \. \w+)?|globalThis|global|import \. meta|sys(?: \. \w+)?|os \. environ|Error)$/;

/** `const env = process.env` and `const { VITEST } = process.env`. */
function withoutOtherNames(tokens: string): string {
  let text = tokens;
  for (const [, name, object] of tokens.matchAll(/\b([A-Za-z_$][\w$]*) = ([A-Za-z][\w]*(?: \. \w+)*)(?! [.([]|\w)/g))
    if (KNOWN.test(object!) && name !== object)
      text = text.replace(new RegExp(`(?<!\\. )\\b${name!.replace(/\$/g, '\\$')} (?=[.[])`, 'g'), `${object} `);
  for (const [, names, object] of tokens.matchAll(/\{ ([\w$ ,:]+) \} = ([A-Za-z]\w*(?: \. \w+)*)/g))
    if (KNOWN.test(object!))
      text += names!
        .split(' , ')
        .map((name) => ` ; ${object} . ${name.split(' ')[0]}`)
        .join('');
  return text;
}
