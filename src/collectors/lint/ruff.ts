import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, isFields, lineNumber, text, textOrNull } from './values.ts';

/** `ruff check --output-format json`. */
export const ruff: Linter = {
  name: 'ruff',
  areas: ['lint'],
  parse(output) {
    const found = jsonIn(output);
    if (!Array.isArray(found) || !found.every((entry) => isFields(entry) && 'code' in entry && 'filename' in entry)) {
      return null;
    }
    return { problems: found.map(read) };
  },
};

/** Older versions tell no severity, and a syntax error has no code. */
function read(value: unknown): Problem {
  const entry = fields(value);
  return problem({
    file: text(entry.filename),
    line: lineNumber(fields(entry.location).row),
    rule: textOrNull(entry.code),
    severity: entry.severity === 'warning' ? 'warning' : entry.severity === 'info' ? 'info' : 'error',
    message: text(entry.message),
  });
}
