import { type Fields, fieldsOrEmpty, list, nonEmptyText, textOrEmpty } from '../../core/text/foreign-json.ts';
import { jsonIn } from './json-in.ts';
import { type Linter, lineNumber, type Problem, problem } from './linter.ts';

/** SARIF 2, from any tool; the report contains the tool's name. */
export const sarif: Linter = {
  name: 'sarif',
  areas: ['lint'],
  parse(output) {
    const log = fieldsOrEmpty(jsonIn(output));
    if (!Array.isArray(log.runs)) return null;
    const runs = log.runs.map(fieldsOrEmpty);
    const name = textOrEmpty(fieldsOrEmpty(fieldsOrEmpty(runs[0]?.tool).driver).name).toLowerCase();
    return {
      problems: runs.flatMap((run) => list(run.results).map((result) => toProblem(fieldsOrEmpty(result), run))),
      ...(name && { tool: name }),
    };
  },
};

function toProblem(result: Fields, run: Fields): Problem {
  const place = fieldsOrEmpty(fieldsOrEmpty(list(result.locations)[0]).physicalLocation);
  const rule = nonEmptyText(result.ruleId) ?? nonEmptyText(fieldsOrEmpty(result.rule).id);
  return problem({
    file: pathOf(textOrEmpty(fieldsOrEmpty(place.artifactLocation).uri)),
    line: lineNumber(fieldsOrEmpty(place.region).startLine),
    rule,
    severity: severityOf(textOrEmpty(result.level) || configuredLevel(run, result, rule)),
    message: textOrEmpty(fieldsOrEmpty(result.message).text),
    suppressed: list(result.suppressions).some((one) => fieldsOrEmpty(one).status !== 'rejected'),
  });
}

/** A result without a level has that of its rule, by default `warning`. */
function configuredLevel(run: Fields, result: Fields, rule: string | null): string {
  const rules = list(fieldsOrEmpty(fieldsOrEmpty(run.tool).driver).rules).map(fieldsOrEmpty);
  const index = result.ruleIndex;
  const ruleEntry = typeof index === 'number' ? rules[index] : rules.find((one) => one.id === rule);
  return textOrEmpty(fieldsOrEmpty(ruleEntry?.defaultConfiguration).level) || 'warning';
}

function severityOf(level: string): Problem['severity'] {
  return level === 'error' || level === 'warning' ? level : 'info';
}

function pathOf(uri: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    return uri;
  }
}
