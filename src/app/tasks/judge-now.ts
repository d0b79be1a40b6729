import { randomBytes } from 'node:crypto';
import type { Criterion } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { loopId } from '../../core/loop-id.ts';
import { deleteWorktree } from '../in-worktree.ts';
import { joinSignals } from '../join-signals.ts';
import type { LoopRequest } from '../prepare-loop.ts';
import { type LoopRunner, runListLoop } from './run-list-loop.ts';

/**
 * Which of these checks hold on a commit as it is. They are judged like everything else: by a loop, which ends before its agent would
 * start. Null: it was interrupted; `why`: what kept the checks from running.
 */
export async function judgeNow(
  runner: LoopRunner,
  { worktree, commit, request }: { worktree: string; commit: string; request: Omit<LoopRequest, 'loop'> },
): Promise<{ check: Criterion; verdict: Verdict | undefined; why: string }[] | null> {
  const enough = new AbortController();
  const { signal, stop } = joinSignals([runner.signal, enough.signal]);
  try {
    const loop = await runListLoop(runner, {
      ...{ loop: loopId('checks before any task', randomBytes(4).toString('hex')), worktree, commit },
      ...{ purpose: { task: null, kind: 'own' }, request: async () => request, signal },
      observe: ({ event }) => {
        if (event.type === 'checks-finished') enough.abort();
      },
    });
    const verdicts = loop.iterations[0]?.verdicts;
    if (runner.signal.aborted && !verdicts) return null;
    return (request.criteria ?? []).map((check, index) => {
      const verdict = verdicts?.find(({ criterion }) => criterion === `c${index + 1}`);
      return { check, verdict, why: verdict?.reason ?? loop.ended?.reason ?? 'it was not run' };
    });
  } finally {
    stop();
    await deleteWorktree(runner.place, worktree);
  }
}
