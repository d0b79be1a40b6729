import { fieldsOrEmpty, isFields, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `pylint --output-format=json` and `json2`. Conventions and refactorings are listed, but not counted. */
export const pylint: Linter = {
  name: 'pylint',
  areas: ['lint'],
  parse(output) {
    const report = jsonIn(output);
    const messages = Array.isArray(report) ? report : fieldsOrEmpty(report).messages;
    if (!Array.isArray(messages)) return null;
    return messages.every((entry) => isFields(entry) && 'symbol' in entry)
      ? { problems: messages.map(toProblem) }
      : null;
  },
};

function toProblem(value: unknown): Problem {
  const entry = fieldsOrEmpty(value);
  return problem({
    file: textOrEmpty(entry.path),
    line: lineNumber(entry.line),
    rule: nonEmptyText(entry.symbol),
    severity: severityOf(textOrEmpty(entry.type)),
    message: textOrEmpty(entry.message),
  });
}

function severityOf(type: string): Problem['severity'] {
  if (type === 'error' || type === 'fatal') return 'error';
  return type === 'warning' ? 'warning' : 'info';
}
