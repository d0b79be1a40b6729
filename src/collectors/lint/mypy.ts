import { plainText } from '../../core/plain-text.ts';
import { jsonLines } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, lineNumber, text, textOrNull } from './values.ts';

/** mypy's lines, and those of `--output json`. */
export const mypy: Linter = {
  name: 'mypy',
  areas: ['types'],
  parse(output) {
    const told = jsonLines(output).filter((value) => 'severity' in fields(value));
    if (told.length > 0) return { problems: told.map(readJson) };
    return { problems: plainText(output).split('\n').flatMap(readLine) };
  },
};

function readJson(value: unknown): Problem {
  const entry = fields(value);
  return problem({
    file: text(entry.file),
    line: lineNumber(entry.line),
    rule: textOrNull(entry.code),
    severity: severityOf(text(entry.severity)),
    message: text(entry.message),
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
