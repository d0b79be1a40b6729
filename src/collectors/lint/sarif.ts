import { jsonIn } from './json-in.ts';
import { type Linter, type Problem, problem } from './linter.ts';
import { type Fields, fields, lineNumber, list, text, textOrNull } from './values.ts';

/** SARIF 2, of any tool; its name comes with it. */
export const sarif: Linter = {
  name: 'sarif',
  areas: ['lint'],
  parse(output) {
    const log = fields(jsonIn(output));
    if (!Array.isArray(log.runs)) return null;
    const runs = log.runs.map(fields);
    const name = text(fields(fields(runs[0]?.tool).driver).name).toLowerCase();
    return {
      problems: runs.flatMap((run) => list(run.results).map((result) => read(fields(result), run))),
      ...(name && { tool: name }),
    };
  },
};

function read(result: Fields, run: Fields): Problem {
  const place = fields(fields(list(result.locations)[0]).physicalLocation);
  const rule = textOrNull(result.ruleId) ?? textOrNull(fields(result.rule).id);
  return problem({
    file: pathOf(text(fields(place.artifactLocation).uri)),
    line: lineNumber(fields(place.region).startLine),
    rule,
    severity: severityOf(text(result.level) || configuredLevel(run, result, rule)),
    message: text(fields(result.message).text),
    suppressed: list(result.suppressions).some((one) => fields(one).status !== 'rejected'),
  });
}

/** A result without a level has its rule's, by default `warning`. */
function configuredLevel(run: Fields, result: Fields, rule: string | null): string {
  const rules = list(fields(fields(run.tool).driver).rules).map(fields);
  const index = result.ruleIndex;
  const known = typeof index === 'number' ? rules[index] : rules.find((one) => one.id === rule);
  return text(fields(known?.defaultConfiguration).level) || 'warning';
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
