import { type AuditRequest, auditDiff, type Finding, isBlocking } from '../../app/audit.ts';

export interface AuditOptions extends AuditRequest {
  /** The repository; by default the current folder. */
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** The task of the change: removals that it asks for do not block. */
  task?: string;
  /** Use the rules of a loop: possible rewrites block too. */
  strict?: boolean;
}

export interface AuditResult {
  /** The judged range, for display. */
  label: string;
  findings: Finding[];
  /** Findings that block. */
  blocking: Finding[];
  /** Files that were not judged, and why. */
  skipped: { path: string; reason: string }[];
}

/** Checks a diff for cheating and lost functionality, like `jumar audit`. Rejects if it cannot judge the diff. */
export async function audit(options: AuditOptions = {}): Promise<AuditResult> {
  const { cwd = process.cwd(), env = process.env, ...request } = options;
  const { label, findings, skipped } = await auditDiff({ cwd, env }, request);
  return { label, findings, blocking: findings.filter(isBlocking), skipped };
}
