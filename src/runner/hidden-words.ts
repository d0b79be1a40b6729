import type { FoundProblem } from '../core/criteria/measured-from.ts';
import type { Metrics } from '../core/metrics.ts';
import type { ToldFailure } from '../core/verdict.ts';
import type { Redact } from '../redact/redact.ts';
import type { Tell } from './ports.ts';

/** Hides secrets in what a number was read from, before any of it is cut. */
export function hiddenTell(tell: Tell | undefined, redact: Redact): Tell {
  return (from) =>
    tell?.({
      ...from,
      command: redact(from.command),
      output: redact(from.output),
      ...(from.problems && { problems: from.problems.map((one) => hiddenProblem(one, redact)) }),
    });
}

function hiddenProblem(problem: FoundProblem, redact: Redact): FoundProblem {
  return { ...hiddenFailure(problem, redact), file: problem.file && redact(problem.file) };
}

export function hiddenFailure<T extends ToldFailure>(failure: T, redact: Redact): T {
  const { name, message, location } = failure;
  return { ...failure, name: redact(name), message: redact(message), location: location && redact(location) };
}

/** Why something is unknown is told in a tool's own last words. */
export function hiddenMetrics(metrics: Metrics, redact: Redact): Metrics {
  return { ...metrics, unknown: metrics.unknown.map(redact) };
}
