import { plainText } from '../../core/plain-text.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { lineNumber } from './values.ts';

/** flake8's own lines. It knows no severity: E and F are its errors, whatever else plug-ins report is a warning. */
export const flake8: Linter = {
  name: 'flake8',
  areas: ['lint'],
  parse(output) {
    return { problems: plainText(output).split('\n').flatMap(read) };
  },
};

const LINE = /^(.{1,1000}?):(\d+):(?:\d+:)? ([A-Z]{1,3}\d{1,4}) (.*)$/;

function read(line: string): Problem[] {
  const [, file, at, rule, message] = LINE.exec(line) ?? [];
  if (file === undefined || rule === undefined) return [];
  const severity = /^[EF]\d/.test(rule) ? 'error' : 'warning';
  return [problem({ file, line: lineNumber(at), rule, severity, message: message ?? '' })];
}
