import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { counter, fields, isFields, lineNumber, list, text, textOrNull } from './values.ts';

/** `biome lint --reporter=json`. It lists a limited number of problems, but counts them all. */
export const biome: Linter = {
  name: 'biome',
  areas: ['lint'],
  parse(output) {
    const report = fields(jsonIn(output));
    if (!isFields(report.summary) || !Array.isArray(report.diagnostics)) return null;
    return {
      problems: report.diagnostics.map(read),
      totals: { errors: counter(report.summary.errors), warnings: counter(report.summary.warnings) },
    };
  },
};

function read(value: unknown): Problem {
  const diagnostic = fields(value);
  const location = fields(diagnostic.location);
  const path = location.path;
  return problem({
    // Biome 1 wraps the path and gives no line.
    file: text(path) || text(fields(path).file),
    line: lineNumber(fields(location.start).line),
    rule: textOrNull(diagnostic.category),
    severity: severityOf(text(diagnostic.severity)),
    message:
      text(diagnostic.message) ||
      list(diagnostic.message)
        .map((part) => text(fields(part).content))
        .join(''),
  });
}

function severityOf(word: string): Problem['severity'] {
  if (word === 'error' || word === 'fatal') return 'error';
  return word === 'warning' ? 'warning' : 'info';
}
