import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { fields, isFields, lineNumber, text, textOrNull } from './values.ts';

/** `pylint --output-format=json` and `json2`. Conventions and refactorings are told, not counted. */
export const pylint: Linter = {
  name: 'pylint',
  areas: ['lint'],
  parse(output) {
    const report = jsonIn(output);
    const found = Array.isArray(report) ? report : fields(report).messages;
    if (!Array.isArray(found)) return null;
    return found.every((entry) => isFields(entry) && 'symbol' in entry) ? { problems: found.map(read) } : null;
  },
};

function read(value: unknown): Problem {
  const entry = fields(value);
  return problem({
    file: text(entry.path),
    line: lineNumber(entry.line),
    rule: textOrNull(entry.symbol),
    severity: severityOf(text(entry.type)),
    message: text(entry.message),
  });
}

function severityOf(type: string): Problem['severity'] {
  if (type === 'error' || type === 'fatal') return 'error';
  return type === 'warning' ? 'warning' : 'info';
}
