import { fieldsOrEmpty, isFields, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `ruff check --output-format json`. */
export const ruff: Linter = {
  name: 'ruff',
  areas: ['lint'],
  parse(output) {
    const entries = jsonIn(output);
    if (
      !Array.isArray(entries) ||
      !entries.every((entry) => isFields(entry) && 'code' in entry && 'filename' in entry)
    ) {
      return null;
    }
    return { problems: entries.map(toProblem) };
  },
};

/** Older versions have no severity, and a syntax error has no code. */
function toProblem(value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  return problem({
    file: textOrEmpty(entry.filename),
    line: lineNumber(fieldsOrEmpty(entry.location).row),
    rule: nonEmptyText(entry.code),
    severity: entry.severity === 'warning' ? 'warning' : entry.severity === 'info' ? 'info' : 'error',
    message: textOrEmpty(entry.message),
  });
}
