import { fieldsOrEmpty, isFields, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** golangci-lint's JSON. An issue without a severity is an error; `typecheck` issues come from the compiler. */
export const golangciLint: Linter = {
  name: 'golangci-lint',
  areas: ['lint', 'types'],
  areaOf: ({ rule }) => (rule === 'typecheck' ? 'types' : 'lint'),
  parse(output) {
    const report = jsonIn(output);
    if (!isFields(report) || !('Issues' in report)) return null;
    return { problems: list(report.Issues).map(toProblem) };
  },
};

function toProblem(value: unknown): Problem {
  const issue = fieldsOrEmpty(value);
  const position = fieldsOrEmpty(issue.Pos);
  const severity = textOrEmpty(issue.Severity).toLowerCase();
  return problem({
    file: textOrEmpty(position.Filename),
    line: lineNumber(position.Line),
    rule: nonEmptyText(issue.FromLinter),
    severity: severity === 'warning' ? 'warning' : severity === 'info' ? 'info' : 'error',
    message: textOrEmpty(issue.Text),
  });
}
