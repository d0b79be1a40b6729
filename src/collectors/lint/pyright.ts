import { fieldsOrEmpty, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';

/** `pyright --outputjson`; basedpyright too. */
export const pyright: Linter = {
  name: 'pyright',
  areas: ['types'],
  parse(output) {
    const { generalDiagnostics } = fieldsOrEmpty(jsonIn(output));
    return Array.isArray(generalDiagnostics) ? { problems: generalDiagnostics.map(toProblem) } : null;
  },
};

/** Its line numbers start at 0. */
function toProblem(value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  const line = fieldsOrEmpty(fieldsOrEmpty(entry.range).start).line;
  const severity = textOrEmpty(entry.severity);
  return problem({
    file: textOrEmpty(entry.file),
    line: typeof line === 'number' && Number.isSafeInteger(line) && line >= 0 ? line + 1 : null,
    rule: nonEmptyText(entry.rule),
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    message: textOrEmpty(entry.message),
  });
}
