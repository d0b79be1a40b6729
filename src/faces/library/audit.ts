import { type AuditRequest, auditDiff, type Finding, isBlocking } from '../../app/audit.ts';

export interface AuditOptions extends AuditRequest {
  /** The repository; by default the current folder. */
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** What the change was asked to do: what it asks for is expected. */
  task?: string;
  /** Judge as an agent's work is judged in a loop: what may have been rewritten blocks too. */
  strict?: boolean;
}

export interface AuditResult {
  /** What was judged, in words. */
  label: string;
  findings: Finding[];
  /** Findings that hold completion. */
  blocking: Finding[];
  /** Files that were not judged, and why. */
  skipped: { path: string; reason: string }[];
}

/** Judges a diff for cheating and loss, as `jumar audit` does. Rejects where there is nothing to judge or it cannot. */
export async function audit(options: AuditOptions = {}): Promise<AuditResult> {
  const { cwd = process.cwd(), env = process.env, ...request } = options;
  const { label, findings, skipped } = await auditDiff({ cwd, env }, request);
  return { label, findings, blocking: findings.filter(isBlocking), skipped };
}
