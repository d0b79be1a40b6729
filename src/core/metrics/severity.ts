/** Most severe first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** Critical and high findings block; medium warns, low is logged. */
export function isSevere(severity: Severity): boolean {
  return severity === 'critical' || severity === 'high';
}

/** For sorting, most severe first. */
export function compareSeverity(one: { severity: Severity }, other: { severity: Severity }): number {
  return severities.indexOf(one.severity) - severities.indexOf(other.severity);
}
