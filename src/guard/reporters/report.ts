import type { Finding } from '../types.ts';

/** What every reporter is given. */
export interface AuditReport {
  label: string;
  findings: Finding[];
  skipped: { path: string; reason: string }[];
  files: number;
  ms: number;
}

export type Render = (report: AuditReport, colour: boolean) => string;

export const placeOf = (finding: Pick<Finding, 'before' | 'after'>): { path: string; line: number } =>
  finding.after ?? finding.before ?? { path: '', line: 1 };
