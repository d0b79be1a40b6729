import { plainText } from '../../core/plain-text.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { lineNumber } from './values.ts';

/** `tsc`, with `--pretty false` or without. Errors of the configuration, which name no file, count as errors. */
export const tsc: Linter = {
  name: 'tsc',
  areas: ['types'],
  parse(output) {
    return { problems: plainText(output).split('\n').flatMap(read) };
  },
};

const PLAIN = /^(.{1,1000})\((\d+),\d+\): (error|warning|message) (TS\d+): (.*)$/;
const PRETTY = /^(.{1,1000}):(\d+):\d+ - (error|warning|message) (TS\d+): (.*)$/;
const GLOBAL = /^()()(error|warning|message) (TS\d+): (.*)$/;

function read(line: string): Problem[] {
  const found = PLAIN.exec(line) ?? PRETTY.exec(line) ?? GLOBAL.exec(line);
  if (!found) return [];
  const [, file = '', at = '', severity = '', rule = '', message = ''] = found;
  const known = severity === 'error' || severity === 'warning' ? severity : 'info';
  return [problem({ file, line: lineNumber(at), rule, severity: known, message })];
}
