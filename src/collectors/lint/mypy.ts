import { fieldsOrEmpty, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { plainText } from '../../core/text/plain-text.ts';
import { jsonLines } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** mypy's default output, and that of `--output json`. */
export const mypy: Linter = {
  name: 'mypy',
  areas: ['types'],
  parse(output) {
    const entries = jsonLines(output).filter((value) => 'severity' in fieldsOrEmpty(value));
    if (entries.length > 0) return { problems: entries.map(readJson) };
    return { problems: plainText(output).split('\n').flatMap(readLine) };
  },
};

function readJson(value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  return problem({
    file: textOrEmpty(entry.file),
    line: lineNumber(entry.line),
    rule: nonEmptyText(entry.code),
    severity: severityOf(textOrEmpty(entry.severity)),
    message: textOrEmpty(entry.message),
  });
}

const LINE = /^(.{1,1000}?):(\d+):(?:\d+:)* (error|warning|note): (.*?)(?: {2}\[([\w-]+)\])?$/;

function readLine(line: string): Problem[] {
  const [, file, at, severity = '', message = '', rule] = LINE.exec(line) ?? [];
  if (file === undefined) return [];
  return [problem({ file, line: lineNumber(at), rule: rule ?? null, severity: severityOf(severity), message })];
}

function severityOf(word: string): Problem['severity'] {
  return word === 'error' || word === 'warning' ? word : 'info';
}
