import { plainText } from '../../core/text/plain-text.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `tsc`, with or without `--pretty false`. Configuration errors, which name no file, count too. */
export const tsc: Linter = {
  name: 'tsc',
  areas: ['types'],
  parse(output) {
    return { problems: plainText(output).split('\n').flatMap(toProblems) };
  },
};

const PLAIN = /^(.{1,1000})\((\d+),\d+\): (error|warning|message) (TS\d+): (.*)$/;
const PRETTY = /^(.{1,1000}):(\d+):\d+ - (error|warning|message) (TS\d+): (.*)$/;
const GLOBAL = /^()()(error|warning|message) (TS\d+): (.*)$/;

function toProblems(line: string): Problem[] {
  const match = PLAIN.exec(line) ?? PRETTY.exec(line) ?? GLOBAL.exec(line);
  if (!match) return [];
  const [, file = '', at = '', severity = '', rule = '', message = ''] = match;
  const knownSeverity = severity === 'error' || severity === 'warning' ? severity : 'info';
  return [problem({ file, line: lineNumber(at), rule, severity: knownSeverity, message })];
}
