import type { LoopState } from '../../core/state/state.ts';
import type { ListEventOf } from '../../core/tasks/events.ts';
import { lostInMerge } from '../../core/tasks/lost-in-merge.ts';
import type { ListLoop, TaskState } from '../../core/tasks/state.ts';
import { iterationFiles } from '../../store/iteration-files.ts';
import { loopPaths, projectFor } from '../../store/layout.ts';
import { AuditProblem, auditDiff, isBlocking } from '../audit.ts';
import { readEntry } from '../loop-reading.ts';
import type { ListRun } from './list-run.ts';

/**
 * What an agent that brought two changes together lost of either, in words; null if nothing. The result is compared with both sides: the
 * tests that ran, by name, and the files, by the guard. What a side itself did to their common base was judged in its own loop.
 */
export async function guardIntegration(
  list: ListRun,
  task: TaskState,
  started: ListEventOf<'integration-started'>,
  result: { loop: LoopState; commit: string },
): Promise<string | null> {
  const tests = await lostTests(list, task, started, result.loop);
  if (tests.length > 0) return `tests of one side no longer run and pass: ${inWords(tests.map((test) => `"${test}"`))}`;
  return result.loop.settings.guard.enabled ? lostByGuard(list, task, started, result.commit) : null;
}

async function lostTests(
  { session, place }: ListRun,
  { work }: TaskState,
  { onto, worktree }: ListEventOf<'integration-started'>,
  loop: LoopState,
): Promise<string[]> {
  const before = session.state.tasks.find(
    ({ status, verified }) => status === 'integrated' && verified?.commit === onto,
  );
  const of = async (where: Pick<ListLoop, 'loop' | 'worktree'> | null | undefined, which: 'first' | 'best') => {
    if (!where) return null;
    const project = projectFor(place.home, where.worktree);
    const paths = loopPaths(project, where.loop);
    const { state } = await readEntry({ id: where.loop, project, paths, createdAt: 0 });
    const data = await iterationFiles(paths).readData(which === 'first' ? 0 : (state.best ?? 0), 'tests.json');
    return data === null ? null : new Map(Object.entries(data as Record<string, string>));
  };
  const base = await of(work, 'first');
  return lostInMerge({
    base,
    ours: before ? await of(before.integration, 'best') : base,
    theirs: await of(work, 'best'),
    result: await of({ loop: loop.id, worktree }, 'best'),
  });
}

async function lostByGuard(
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
    return lost.length === 0 ? null : inWords(lost.map(({ pattern, why }) => `${pattern}: ${why}`));
  } catch (error) {
    if (!(error instanceof AuditProblem)) throw error;
    return `the result could not be judged: ${error.message}`;
  }
}

const SHOWN = 5;

function inWords(items: readonly string[]): string {
  const more = items.length > SHOWN ? `, and ${items.length - SHOWN} more` : '';
  return `${items.slice(0, SHOWN).join('; ')}${more}`;
}
