import type { AuditRequest } from '../guard/audit-trees.ts';
import type { Finding } from '../guard/types.ts';

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
  const { cwd = process.cwd(), env = process.env, task, strict = false, ...request } = options;
  const [{ treesFor }, { readChanges }, { guard }, { isBlocking }] = await Promise.all([
    import('../guard/audit-trees.ts'),
    import('../guard/git-changes.ts'),
    import('../guard/guard.ts'),
    import('../guard/types.ts'),
  ]);
  const found = await treesFor(cwd, request, env);
  if ('problem' in found) throw new Error(found.problem);
  const { changes, contextFiles, tuning, rest, skipped } = await readChanges(found.root, found.trees);
  const report = await guard({
    changes,
    contextFiles,
    tuning,
    rest,
    stance: strict ? 'agent' : 'review',
    ...(task !== undefined && { task }),
  });
  return {
    label: found.label,
    findings: report.findings,
    blocking: report.findings.filter(isBlocking),
    skipped: [...skipped, ...report.skipped],
  };
}
