import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/load.ts';
import type { Criterion } from '../../core/criteria/criterion.ts';
import { metricVerdict } from '../../core/criteria/metric-verdict.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { unmeasured } from '../../core/metrics/metrics.ts';
import { isOnMutants } from '../../core/verification/mutants-due.ts';
import { treesFor } from '../../guard/audit-trees.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { AuditProblem, type AuditRequest } from '../audit.ts';
import { layerOf } from '../choices.ts';
import { chooseCriteria } from '../choose-criteria.ts';
import type { AppContext } from '../context.ts';
import { withTestCommand } from '../test-command.ts';
import { type MutantsOfChange, mutantsOfChange } from './mutants-of-change.ts';

export interface AuditedMutants {
  mutants: MutantsOfChange;
  /** Of the criteria on mutants. */
  verdicts: Verdict[];
}

/**
 * Tests mutants of a diff: the one part of an audit that runs the project's tests, in a copy of its later tree. Rejects with an
 * AuditProblem if the diff has no such tree, and with a UsageError if no test command is found.
 */
export async function auditMutants(
  context: AppContext,
  request: AuditRequest,
  until: readonly string[],
  signal: AbortSignal,
): Promise<AuditedMutants> {
  const target = await treesFor(context.cwd, request, context.env);
  if ('problem' in target) throw new AuditProblem(target.problem, target.usage);
  const { before, after } = target.trees;
  if (after === 'index')
    throw new AuditProblem(
      '--mutants runs tests on a tree: give a range, --pr or the working tree, not --staged.',
      true,
    );
  const workspace = await locateWorkspace(context.cwd);
  const { settings: loaded } = await loadSettings(context.env, workspace, layerOf({ source: 'the command line' }));
  const { criteria } = await chooseCriteria(workspace, 'audit', until, loaded);
  const settings = await withTestCommand(loaded, criteria, workspace);
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-audit-'));
  try {
    const { env } = context;
    const mutants = await mutantsOfChange({ workspace, before, after, settings, criteria, scratch, env, signal });
    return { mutants, verdicts: criteria.flatMap((one) => (isOnMutants(one) ? [verdictOn(one, mutants)] : [])) };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

function verdictOn(criterion: Extract<Criterion, { kind: 'metric' }>, { counts, problem }: MutantsOfChange): Verdict {
  const metrics = { ...unmeasured, mutants: counts, unknown: [`mutants: ${problem ?? 'no mutant could be judged'}`] };
  return metricVerdict(criterion, metrics, null);
}
