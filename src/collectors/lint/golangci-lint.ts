import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, isFields, lineNumber, list, text, textOrNull } from './values.ts';

/** golangci-lint's JSON. Without a severity of its own an issue fails the run; `typecheck` is the compiler speaking. */
export const golangciLint: Linter = {
  name: 'golangci-lint',
  areas: ['lint', 'types'],
  areaOf: ({ rule }) => (rule === 'typecheck' ? 'types' : 'lint'),
  parse(output) {
    const report = jsonIn(output);
    if (!isFields(report) || !('Issues' in report)) return null;
    return { problems: list(report.Issues).map(read) };
  },
};

function read(value: unknown): Problem {
  const issue = fields(value);
  const position = fields(issue.Pos);
  const severity = text(issue.Severity).toLowerCase();
  return problem({
    file: text(position.Filename),
    line: lineNumber(position.Line),
    rule: textOrNull(issue.FromLinter),
    severity: severity === 'warning' ? 'warning' : severity === 'info' ? 'info' : 'error',
    message: text(issue.Text),
  });
}
