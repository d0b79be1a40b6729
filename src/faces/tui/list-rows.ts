import { isAgentAtWork } from '../../app/agent-at-work.ts';
import { totalUsage } from '../../core/agents/usage.ts';
import { currentIteration, type LoopState, launches } from '../../core/state/state.ts';
import { heldBy } from '../../core/tasks/ready.ts';
import { knownCostOf, type ListState, type TaskState } from '../../core/tasks/state.ts';
import { clockTime } from '../reports/format.ts';
import { detailOf, statusWord } from '../reports/tasks/list-table.ts';
import type { Tone } from './lines.ts';
import { phaseOf } from './phase.ts';

/** A loop of the list that runs in this process, and what its agent does now. */
export interface LiveLoop {
  state: LoopState;
  doing: string | null;
}

/** The loops that run now: by task, or by task and entry of its bake-off. */
export type LiveLoops = ReadonlyMap<string, LiveLoop>;

export const liveKey = (task: string, entry: string | undefined): string => `${task}\n${entry ?? ''}`;

/** One line of the view: a task, or below it an entry of its bake-off. */
export interface ListRow {
  task: string;
  entry: string | null;
  tone: Tone;
  mark: 'open' | 'runs' | 'done' | 'failed' | 'left';
  name: string;
  status: string;
  /** `2/10`; empty before the first. */
  iteration: string;
  /** Checks that hold, of all: of the last iteration that was checked. */
  checks: string;
  costUsd: number | null;
  /** Since it began, or from its begin to its end; null before. */
  ms: number | null;
  /** What it does or waits for, or what came of it. */
  note: string;
}

export function listRows(state: ListState, loops: LiveLoops, now: number): ListRow[] {
  return state.tasks.flatMap((one) => {
    const isRunning = one.status === 'running' && one.bakeOff !== null;
    return [taskRow(state, one, loops, now), ...(isRunning ? entryRows(one, loops, now) : [])];
  });
}

function taskRow(state: ListState, one: TaskState, loops: LiveLoops, now: number): ListRow {
  const { task, status, startedAt, endedAt } = one;
  const live = status === 'running' || status === 'integrating' ? loops.get(liveKey(task.id, undefined)) : undefined;
  const isWaiting = status === 'waiting' && heldBy(state, one) === null && task.after.length === 0;
  return {
    ...{ task: task.id, entry: null, name: task.id, status: statusWord(state, one), ...LOOKS[status] },
    ...figuresOf(live),
    costUsd: knownCostOf([one]) + (live ? liveCost(one, live.state) : 0),
    ms: startedAt === null ? null : (endedAt ?? now) - startedAt,
    note: live ? doingOf(live, now) : isWaiting ? 'waits for a place' : detailOf(state, one),
  };
}

const LOOKS: Record<TaskState['status'], Pick<ListRow, 'mark' | 'tone'>> = {
  waiting: { mark: 'open', tone: 'dim' },
  running: { mark: 'runs', tone: 'plain' },
  finished: { mark: 'runs', tone: 'plain' },
  integrating: { mark: 'runs', tone: 'plain' },
  verified: { mark: 'runs', tone: 'plain' },
  integrated: { mark: 'done', tone: 'green' },
  failed: { mark: 'failed', tone: 'red' },
  skipped: { mark: 'left', tone: 'dim' },
  ticked: { mark: 'left', tone: 'dim' },
};

function entryRows({ task, bakeOff }: TaskState, loops: LiveLoops, now: number): ListRow[] {
  return (bakeOff?.entries ?? []).map(({ name, result }): ListRow => {
    const common = { task: task.id, entry: name, name: `  ${name}` };
    if (result) {
      const { checks, costUsd, activeMs } = result.figures;
      const isDone = result.ending === 'completed';
      return {
        ...{ ...common, tone: 'dim', mark: isDone ? 'done' : 'failed', status: isDone ? 'completed' : result.ending },
        ...{ iteration: '', checks: `${checks.passed}/${checks.of}`, costUsd, ms: activeMs, note: result.reason },
      };
    }
    const live = loops.get(liveKey(task.id, name));
    return {
      ...{ ...common, tone: 'plain', mark: live ? 'runs' : 'open', status: live ? 'running' : 'waiting' },
      ...figuresOf(live),
      costUsd: live ? totalUsage(live.state).costUsd : null,
      ms: live ? now - live.state.createdAt : null,
      note: live ? doingOf(live, now) : 'not started yet',
    };
  });
}

function figuresOf(live: LiveLoop | undefined): Pick<ListRow, 'iteration' | 'checks'> {
  if (!live) return { iteration: '', checks: '' };
  const { iterations, criteria, settings } = live.state;
  const verdicts = iterations.findLast((one) => one.verdicts !== null)?.verdicts;
  const used = launches(live.state);
  return {
    iteration: used === 0 ? '' : `${used}/${settings.limits.maxIterations}`,
    checks: verdicts ? `${verdicts.filter(({ outcome }) => outcome === 'pass').length}/${criteria.length}` : '',
  };
}

/** What a loop has cost beyond what the list's log has of it. */
function liveCost({ spent }: TaskState, loop: LoopState): number {
  return (totalUsage(loop).costUsd ?? 0) - (spent[loop.id]?.costUsd ?? 0);
}

function doingOf({ state, doing }: LiveLoop, now: number): string {
  const { waiting } = state;
  if (waiting) {
    const isAnnounced = waiting.until > now;
    return isAnnounced
      ? `waits for ${waiting.agent} until ${clockTime(waiting.until, now)}: ${waiting.reason}`
      : `waits: ${waiting.reason}`;
  }
  if (!isAgentAtWork(state)) return phaseOf(state);
  const agent = currentIteration(state)?.by ?? state.agent.name;
  return doing === null ? `${agent} at work` : `${agent}: ${doing}`;
}
