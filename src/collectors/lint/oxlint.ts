import { fieldsOrEmpty, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `oxlint --format json`. */
export const oxlint: Linter = {
  name: 'oxlint',
  areas: ['lint'],
  parse(output) {
    const report = fieldsOrEmpty(jsonIn(output));
    return Array.isArray(report.diagnostics) && !('summary' in report)
      ? { problems: report.diagnostics.map(toProblem) }
      : null;
  },
};

function toProblem(value: unknown): Problem {
  const diagnostic = fieldsOrEmpty(value);
  const severity = textOrEmpty(diagnostic.severity);
  return problem({
    file: textOrEmpty(diagnostic.filename),
    line: lineNumber(fieldsOrEmpty(fieldsOrEmpty(list(diagnostic.labels)[0]).span).line),
    rule: nonEmptyText(diagnostic.code),
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    message: textOrEmpty(diagnostic.message),
  });
}
