import type { ListEventOf } from '../../core/tasks/events.ts';
import type { TaskState } from '../../core/tasks/state.ts';
import { AuditProblem, auditDiff, isBlocking } from '../audit.ts';
import type { ListRun } from './list-run.ts';

/**
 * What an agent that brought two changes together lost of either, in words; null if nothing. The result is compared with both sides.
 * What a side itself did to the other's base was judged in its own loop, and is no loss of the integration.
 */
export async function guardIntegration(
  { context, place }: ListRun,
  { task, work, commit }: TaskState,
  { onto }: ListEventOf<'integration-started'>,
  result: string,
): Promise<string | null> {
  const base = work?.base ?? onto;
  const audit = async (from: string, to: string) => {
    if (from === to) return [];
    const request = { range: `${from}..${to}`, task: `${task.title}\n${task.body}`, strict: true };
    return (await auditDiff({ ...context, cwd: place.here.root }, request)).findings.filter(isBlocking);
  };
  try {
    const theirs = commit ?? base;
    const known = new Set([...(await audit(base, theirs)), ...(await audit(base, onto))].map(({ id }) => id));
    const lost = [...(await audit(onto, result)), ...(await audit(theirs, result))].filter(({ id }) => !known.has(id));
    return lost.length === 0
      ? null
      : lost
          .slice(0, 5)
          .map(({ pattern, why }) => `${pattern}: ${why}`)
          .join('; ');
  } catch (error) {
    if (!(error instanceof AuditProblem)) throw error;
    return `the result could not be judged: ${error.message}`;
  }
}
