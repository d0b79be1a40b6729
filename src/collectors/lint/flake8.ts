import { plainText } from '../../core/text/plain-text.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** flake8's default output. It has no severity: E and F count as errors, everything else as warnings. */
export const flake8: Linter = {
  name: 'flake8',
  areas: ['lint'],
  parse(output) {
    return { problems: plainText(output).split('\n').flatMap(toProblems) };
  },
};

const LINE = /^(.{1,1000}?):(\d+):(?:\d+:)? ([A-Z]{1,3}\d{1,4}) (.*)$/;

function toProblems(line: string): Problem[] {
  const [, file, at, rule, message] = LINE.exec(line) ?? [];
  if (file === undefined || rule === undefined) return [];
  const severity = /^[EF]\d/.test(rule) ? 'error' : 'warning';
  return [problem({ file, line: lineNumber(at), rule, severity, message: message ?? '' })];
}
