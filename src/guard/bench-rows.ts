import { guard } from './guard.ts';
import { type Finding, type RegressionType, severities } from './types.ts';

/** A labelled row: only these parts of it are read. */
export interface BenchRow {
  id: string;
  language: string;
  task: string;
  files: { path: string; before: string | null; after: string | null }[];
  context_files?: { path: string; content: string }[];
}

/**
 * The types a row is judged to show: every finding of medium severity or graver with a confidence of at least 0.55.
 * What a task asks to remove as a feature does not count; checks reduced at the task's word do, for they are reduced.
 */
export async function categoriesOf(
  row: BenchRow,
): Promise<{ categories: RegressionType[]; findings: Finding[]; ms: number }> {
  const report = await guard({ changes: row.files, contextFiles: row.context_files ?? [], task: row.task });
  const counted = report.findings.filter(counts);
  return {
    categories: [...new Set(counted.map((finding) => finding.type))],
    findings: report.findings,
    ms: report.timings.totalMs,
  };
}

export function counts(finding: Finding): boolean {
  return (
    severities.indexOf(finding.severity) >= severities.indexOf('medium') &&
    finding.confidence >= 0.55 &&
    finding.expectation !== 'removes-feature' &&
    finding.allowed === null
  );
}
