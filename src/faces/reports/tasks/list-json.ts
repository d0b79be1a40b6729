import { heldBy } from '../../../core/tasks/ready.ts';
import { costOf, type ListState, launchesOf } from '../../../core/tasks/state.ts';
import { bakeOffJson } from './bake-off-table.ts';

/** A list for machines, as `jumar tasks status --json` prints it. */
export function listJson({ state, owner }: { state: ListState; owner: number | null }) {
  const isCrashed = state.status === 'running' && owner === null;
  return {
    list: state.id,
    status: isCrashed ? 'crashed' : state.status,
    ending: state.ended?.ending ?? null,
    reason: state.ended?.reason ?? state.pausedBecause,
    source: state.source,
    base: state.base,
    branch: state.branch,
    head: state.head,
    jobs: state.choices.jobs,
    cost_usd: costOf(state.tasks),
    launches: launchesOf(state.tasks),
    created_at: new Date(state.createdAt).toISOString(),
    updated_at: new Date(state.lastAt).toISOString(),
    tasks: state.tasks.map((one) => ({
      id: one.task.id,
      title: one.task.title,
      status: one.status,
      after: one.task.after,
      held_by: one.status === 'waiting' ? heldBy(state, one) : null,
      loop: one.work?.loop ?? null,
      worktree: one.status === 'integrated' ? null : (one.work?.worktree ?? null),
      bake_off: bakeOffJson(one),
      integration_loop: one.integration?.loop ?? null,
      conflicts: one.integration?.conflicts ?? [],
      commit: one.status === 'integrated' ? (one.verified?.commit ?? null) : null,
      tree: one.status === 'integrated' ? (one.verified?.tree ?? null) : null,
      branch: one.failure?.branch ?? null,
      checks: one.checks.map(({ text }) => text),
      verified_with: one.status === 'integrated' ? (one.verified?.checks.map(({ text }) => text) ?? []) : [],
      launches: launchesOf([one]),
      cost_usd: costOf([one]),
      failure: one.failure && { why: one.failure.why, reason: one.failure.reason, hint: one.failure.hint },
      refusals: one.refusals,
    })),
  };
}
