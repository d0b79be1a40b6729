import { fieldsOrEmpty, isFields, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type ParsedReport, type Problem, problem } from './linter.ts';

/** `eslint -f json`, which includes suppressed problems; also the default output, if a check printed that. */
export const eslint: Linter = {
  name: 'eslint',
  areas: ['lint'],
  parse(output) {
    const files = jsonIn(output);
    if (!Array.isArray(files) || !files.every((entry) => isFields(entry) && 'filePath' in entry))
      return stylish(output);
    const of = (entry: unknown, key: string, suppressed: boolean) =>
      list(fieldsOrEmpty(entry)[key]).map((message) =>
        toProblem(textOrEmpty(fieldsOrEmpty(entry).filePath), message, suppressed),
      );
    return {
      problems: files.flatMap((entry) => [...of(entry, 'messages', false), ...of(entry, 'suppressedMessages', true)]),
    };
  },
};

function toProblem(file: string, value: unknown, suppressed: boolean): Problem {
  const message = fieldsOrEmpty(value);
  return problem({
    file,
    line: lineNumber(message.line),
    rule: nonEmptyText(message.ruleId),
    severity: message.severity === 2 || message.fatal === true ? 'error' : 'warning',
    message: textOrEmpty(message.message),
    suppressed,
  });
}

const STYLISH = /^ {2}(\d+):\d+ {2,}(error|warning) {2,}(.{1,2000}?)(?: {2,}(\S+))?$/;

/** Only trusted if its final count matches: "✖ 8 problems (7 errors, 1 warning)". */
function stylish(output: string): ParsedReport | null {
  const problems: Problem[] = [];
  let file = '';
  let reportedCount: string | null = null;
  for (const line of plainText(output).split('\n')) {
    const [, at, severity, message = '', rule = null] = STYLISH.exec(line.replace(/^ +(\d+:)/, '  $1')) ?? [];
    if (severity) {
      const knownSeverity = severity === 'error' ? 'error' : 'warning';
      problems.push(problem({ file, line: lineNumber(at), rule, severity: knownSeverity, message }));
    } else if (/^\S/.test(line)) file = line.trim();
    reportedCount = /^✖ (\d+) problems? \(/.exec(line)?.[1] ?? reportedCount;
  }
  return reportedCount !== null && Number(reportedCount) === problems.length ? { problems } : null;
}
