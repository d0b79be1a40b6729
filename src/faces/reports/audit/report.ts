import type { AuditReport, Finding } from '../../../app/audit.ts';

/** A report in one of the formats. */
export type Render = (report: AuditReport, colour: boolean) => string;

/** File names may contain line breaks, which must not start a new line of the report. */
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, '?');

export const placeOf = (finding: Pick<Finding, 'before' | 'after'>): { path: string; line: number } =>
  finding.after ?? finding.before ?? { path: '', line: 1 };
