import { isBlocking } from '../dist/core/findings/blocking.js';
import { severities } from '../dist/core/metrics/severity.js';
import { guard } from '../dist/guard/guard.js';

/**
 * The types that a labelled row shows: every finding of medium severity or above with a confidence of at least 0.55.
 * A feature that the task asks to remove does not count. Checks that the task asks to reduce do: they are reduced.
 */
export async function categoriesOf(row) {
  const report = await guard({ changes: row.files, contextFiles: row.context_files ?? [], task: row.task });
  return {
    categories: [...new Set(report.findings.filter(counts).map((finding) => finding.type))],
    findings: report.findings,
    ms: report.timings.totalMs,
  };
}

/** Whether a row blocks in a loop and in a review. */
export async function blocksOf(row) {
  const blocks = async (stance) => {
    const { findings } = await guard({
      changes: row.files,
      contextFiles: row.context_files ?? [],
      task: row.task,
      stance,
    });
    return findings.some(isBlocking);
  };
  return { blocksLoop: await blocks('agent'), blocksReview: await blocks('review') };
}

function counts(finding) {
  return (
    severities.indexOf(finding.severity) <= severities.indexOf('medium') &&
    finding.confidence >= 0.55 &&
    finding.expectation !== 'removes-feature' &&
    finding.allowed === null
  );
}
