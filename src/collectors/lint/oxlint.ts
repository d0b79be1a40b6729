import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, lineNumber, list, text, textOrNull } from './values.ts';

/** `oxlint --format json`. */
export const oxlint: Linter = {
  name: 'oxlint',
  areas: ['lint'],
  parse(output) {
    const report = fields(jsonIn(output));
    return Array.isArray(report.diagnostics) && !('summary' in report)
      ? { problems: report.diagnostics.map(read) }
      : null;
  },
};

function read(value: unknown): Problem {
  const diagnostic = fields(value);
  const severity = text(diagnostic.severity);
  return problem({
    file: text(diagnostic.filename),
    line: lineNumber(fields(fields(list(diagnostic.labels)[0]).span).line),
    rule: textOrNull(diagnostic.code),
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    message: text(diagnostic.message),
  });
}
