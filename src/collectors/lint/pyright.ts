import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, text, textOrNull } from './values.ts';

/** `pyright --outputjson`; basedpyright too. */
export const pyright: Linter = {
  name: 'pyright',
  areas: ['types'],
  parse(output) {
    const { generalDiagnostics } = fields(jsonIn(output));
    return Array.isArray(generalDiagnostics) ? { problems: generalDiagnostics.map(read) } : null;
  },
};

/** Its lines count from 0. */
function read(value: unknown): Problem {
  const entry = fields(value);
  const line = fields(fields(entry.range).start).line;
  const severity = text(entry.severity);
  return problem({
    file: text(entry.file),
    line: typeof line === 'number' && Number.isSafeInteger(line) && line >= 0 ? line + 1 : null,
    rule: textOrNull(entry.rule),
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    message: text(entry.message),
  });
}
