import { amount, fieldsOrEmpty, isFields, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** `biome lint --reporter=json`. It lists a limited number of problems, but counts them all. */
export const biome: Linter = {
  name: 'biome',
  areas: ['lint'],
  parse(output) {
    const report = fieldsOrEmpty(jsonIn(output));
    if (!isFields(report.summary) || !Array.isArray(report.diagnostics)) return null;
    return {
      problems: report.diagnostics.map(toProblem),
      totals: { errors: amount(report.summary.errors) ?? 0, warnings: amount(report.summary.warnings) ?? 0 },
    };
  },
};

function toProblem(value: unknown): Problem {
  const diagnostic = fieldsOrEmpty(value);
  const location = fieldsOrEmpty(diagnostic.location);
  const path = location.path;
  return problem({
    // Biome 1 wraps the path and gives no line.
    file: textOrEmpty(path) || textOrEmpty(fieldsOrEmpty(path).file),
    line: lineNumber(fieldsOrEmpty(location.start).line),
    rule: nonEmptyText(diagnostic.category),
    severity: severityOf(textOrEmpty(diagnostic.severity)),
    message:
      textOrEmpty(diagnostic.message) ||
      list(diagnostic.message)
        .map((part) => textOrEmpty(fieldsOrEmpty(part).content))
        .join(''),
  });
}

function severityOf(word: string): Problem['severity'] {
  if (word === 'error' || word === 'fatal') return 'error';
  return word === 'warning' ? 'warning' : 'info';
}
