import { existsSync } from 'node:fs';
import { totalUsage } from '../../core/agents/usage.ts';
import { outcomes } from '../../core/state/outcome.ts';
import { type LoopState, launches } from '../../core/state/state.ts';
import type { ListSpent } from '../../core/tasks/events.ts';
import { loopPaths, projectFor } from '../../store/layout.ts';
import type { SettingChoices } from '../choices.ts';
import type { AppContext } from '../context.ts';
import type { Host, Join } from '../host.ts';
import { deleteWorktree, insideWorktree, makeWorktree, worktreeRequest } from '../in-worktree.ts';
import { readEntry } from '../loop-reading.ts';
import type { LoopRequest } from '../prepare-loop.ts';
import { resumeLoop } from '../resume-loop.ts';
import { startLoop } from '../start-loop.ts';
import type { ListRun, LoopPurpose } from './list-run.ts';

/** What a loop of a list needs of it. */
export type LoopRunner = Omit<ListRun, 'session'>;

export interface LoopToRun {
  /** As the list's log has them: the log names both before they exist. */
  loop: string;
  worktree: string;
  commit: string;
  purpose: LoopPurpose;
  /** Made once the worktree exists. */
  request(inside: AppContext): Promise<Omit<LoopRequest, 'loop'>>;
  /** Continue it although it has ended: a person said so. */
  goesOn?: boolean;
  /** Agents that its task or its bake-off names: a choice for the whole list does not replace them. */
  ownAgents?: readonly string[] | null | undefined;
  /** Besides what every loop of a list is watched by. */
  observe?: Host['observe'];
  signal?: AbortSignal;
}

/**
 * Starts a loop of the list in its worktree, or continues it where a killed process left it; returns its state at once if it has
 * ended. So a loop that the log names runs once, however often this is called.
 */
export async function runListLoop(list: LoopRunner, one: LoopToRun): Promise<LoopState> {
  const { context, place } = list;
  const project = projectFor(place.home, one.worktree);
  const paths = loopPaths(project, one.loop);
  const join: Join = async (at) => {
    const watched = list.host.watchLoop(at, one.purpose);
    return {
      ...watched,
      signal: one.signal ?? list.signal,
      ports: { turns: list.shared },
      async observe(record, state) {
        list.shared.learn(state, record);
        list.live.set(one.loop, totalUsage(state).costUsd ?? 0);
        await watched.observe(record, state);
        await one.observe?.(record, state);
        // Not before it is judged: work that is paid for may complete.
        if (record.event.type === 'iteration-judged' && record.event.decision.ending === null) list.onSpent();
      },
    };
  };
  const known = existsSync(paths.log)
    ? await readEntry({ id: one.loop, project, paths, createdAt: 0 }).catch(ifEmpty)
    : null;
  if (known?.state.ended && !(one.goesOn && outcomes[known.state.ended.ending].resumable)) return known.state;
  if (known) {
    list.shared.learn(known.state, null);
    const inside = { ...context, cwd: one.worktree };
    return await resumeLoop(inside, { loop: one.loop, ...choicesNow(list.chosen, one.ownAgents) }, join);
  }
  await makeWorktree(context, place, one.worktree, { commit: one.commit });
  const inside = insideWorktree(context, place.here, one.worktree);
  const request = worktreeRequest(context, place.here, { ...(await one.request(inside)), loop: one.loop });
  return await startLoop(inside, request, join).catch(async (error: unknown) => {
    // Nothing was started: nothing is left.
    if (!existsSync(paths.log)) await deleteWorktree(place, one.worktree);
    throw error;
  });
}

function choicesNow(chosen: LoopRunner['chosen'] = {}, ownAgents: LoopToRun['ownAgents'] = null): SettingChoices {
  const { agents, agentCommand, model, sandbox, maxIterations, timeoutMinutes } = chosen;
  const hasOwn = ownAgents !== null && ownAgents.length > 0;
  const command = hasOwn && !ownAgents.includes('command') ? undefined : (agentCommand ?? undefined);
  return {
    source: 'the list of tasks',
    agents: hasOwn ? (command === undefined ? undefined : ownAgents) : (agents ?? undefined),
    agentCommand: command,
    model: model ?? undefined,
    sandbox: sandbox ?? undefined,
    maxIterations: maxIterations ?? undefined,
    timeoutMinutes: timeoutMinutes ?? undefined,
  };
}

export function spentBy(state: LoopState): ListSpent {
  return { loop: state.id, launches: launches(state), costUsd: totalUsage(state).costUsd };
}

/** A killed process may leave a log without a record: the loop was never created. */
function ifEmpty(error: unknown): null {
  if (error instanceof Error && /has no records yet/.test(error.message)) return null;
  throw error;
}
