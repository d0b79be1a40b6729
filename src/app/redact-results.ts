import type { FoundProblem } from '../core/criteria/measured-from.ts';
import type { ReportedFailure } from '../core/failures/reported-failure.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import type { ReportSource } from '../ports/index.ts';
import type { Redact } from '../redact/redact.ts';

/** Redacts secrets in a metric's source before it is cut. */
export function redactedReport(report: ReportSource | undefined, redact: Redact): ReportSource {
  return (from) =>
    report?.({
      ...from,
      command: redact(from.command),
      output: redact(from.output),
      ...(from.problems && { problems: from.problems.map((one) => redactProblem(one, redact)) }),
    });
}

function redactProblem(problem: FoundProblem, redact: Redact): FoundProblem {
  return { ...redactFailure(problem, redact), file: problem.file && redact(problem.file) };
}

export function redactFailure<T extends ReportedFailure>(failure: T, redact: Redact): T {
  const { name, message, location } = failure;
  return { ...failure, name: redact(name), message: redact(message), location: location && redact(location) };
}

/** A finding quotes source code. Its paths stay. */
export function redactFinding(finding: LoopFinding, redact: Redact): LoopFinding {
  const { excerptBefore, excerptAfter, why, fix } = finding;
  return {
    ...finding,
    excerptBefore: redact(excerptBefore),
    excerptAfter: redact(excerptAfter),
    why: redact(why),
    fix: redact(fix),
  };
}

/** The reasons for unknown metrics quote the output of tools. */
export function redactMetrics(metrics: Metrics, redact: Redact): Metrics {
  return { ...metrics, unknown: metrics.unknown.map(redact) };
}
