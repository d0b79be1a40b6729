import { plainText } from '../../core/plain-text.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, type Parsed, type Problem, problem } from './linter.ts';
import { fields, isFields, lineNumber, list, text, textOrNull } from './values.ts';

/** `eslint -f json`, which also tells what comments suppressed; and what people are shown, where a check printed that. */
export const eslint: Linter = {
  name: 'eslint',
  areas: ['lint'],
  parse(output) {
    const files = jsonIn(output);
    if (!Array.isArray(files) || !files.every((entry) => isFields(entry) && 'filePath' in entry))
      return stylish(output);
    const of = (entry: unknown, key: string, suppressed: boolean) =>
      list(fields(entry)[key]).map((message) => read(text(fields(entry).filePath), message, suppressed));
    return {
      problems: files.flatMap((entry) => [...of(entry, 'messages', false), ...of(entry, 'suppressedMessages', true)]),
    };
  },
};

function read(file: string, value: unknown, suppressed: boolean): Problem {
  const message = fields(value);
  return problem({
    file,
    line: lineNumber(message.line),
    rule: textOrNull(message.ruleId),
    severity: message.severity === 2 || message.fatal === true ? 'error' : 'warning',
    message: text(message.message),
    suppressed,
  });
}

const STYLISH = /^ {2}(\d+):\d+ {2,}(error|warning) {2,}(.{1,2000}?)(?: {2,}(\S+))?$/;

/** Trusted only with its closing count, which must fit: "✖ 8 problems (7 errors, 1 warning)". */
function stylish(output: string): Parsed | null {
  const problems: Problem[] = [];
  let file = '';
  let told: string | null = null;
  for (const line of plainText(output).split('\n')) {
    const [, at, severity, message = '', rule = null] = STYLISH.exec(line.replace(/^ +(\d+:)/, '  $1')) ?? [];
    if (severity) {
      const known = severity === 'error' ? 'error' : 'warning';
      problems.push(problem({ file, line: lineNumber(at), rule, severity: known, message }));
    } else if (/^\S/.test(line)) file = line.trim();
    told = /^✖ (\d+) problems? \(/.exec(line)?.[1] ?? told;
  }
  return told !== null && Number(told) === problems.length ? { problems } : null;
}
