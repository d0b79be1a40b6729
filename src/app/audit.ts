import type { AuditRequest } from '../guard/audit-trees.ts';
import type { Finding } from '../guard/finding/types.ts';
import type { AppContext } from './context.ts';
import type { MutantsOfChange } from './mutants/mutants-of-change.ts';

export type { AuditRequest } from '../guard/audit-trees.ts';
export { type Finding, isBlocking, isBlockingIfStrict } from '../guard/finding/types.ts';

export interface DiffToJudge extends AuditRequest {
  /** The task of the change: what it asks for is expected. */
  task?: string | undefined;
  /** Judge as strictly as an agent's work in a loop: possible rewrites block too. */
  strict?: boolean | undefined;
}

export interface AuditReport {
  /** What was judged, in words. */
  label: string;
  findings: Finding[];
  /** Files that were not judged, and why. */
  skipped: { path: string; reason: string }[];
  files: number;
  ms: number;
  /** Of `--mutants`. */
  mutants?: MutantsOfChange;
}

/** There is nothing to audit, or it cannot be audited. */
export class AuditProblem extends Error {
  /** The caller can fix it with a different request. */
  readonly isUsage: boolean;
  constructor(message: string, isUsage: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuditProblem';
    this.isUsage = isUsage;
  }
}

/** Audits a diff for cheating and loss. Only this function loads the guard. */
export async function auditDiff(context: AppContext, { task, strict, ...request }: DiffToJudge): Promise<AuditReport> {
  const { treesFor } = await import('../guard/audit-trees.ts');
  const target = await treesFor(context.cwd, request, context.env);
  if ('problem' in target) throw new AuditProblem(target.problem, target.usage);
  if (target.hint !== undefined) context.note?.(target.hint);
  const [{ readChanges }, { guard }] = await Promise.all([
    import('../guard/git-changes.ts'),
    import('../guard/guard.ts'),
  ]);
  try {
    const { changes, contextFiles, tuning, rest, markOf, skipped } = await readChanges(target.root, target.trees);
    const stance = strict ? 'agent' : 'review';
    const report = await guard({
      changes,
      contextFiles,
      tuning,
      rest,
      markOf,
      unread: skipped,
      stance,
      ...(task !== undefined && { task }),
    });
    return {
      label: target.label,
      findings: report.findings,
      skipped: [...skipped, ...report.skipped],
      files: changes.length + skipped.length,
      ms: report.timings.totalMs,
    };
  } catch (error) {
    throw new AuditProblem(`could not check ${target.label}: ${(error as Error).message}`, false, { cause: error });
  }
}
