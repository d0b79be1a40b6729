import { basename } from 'node:path';
import type { SummarisedLoop } from '../../app/summaries.ts';
import type { ListedTasks } from '../../app/tasks/all-lists.ts';
import { costOf } from '../../core/tasks/state.ts';
import type { ListRow, LoopRow } from '../reports/page-rows.ts';
import { progressOf } from '../reports/tasks/list-lines.ts';

export function loopRow({ id, project, createdAt, summary, status, problem }: SummarisedLoop): LoopRow {
  const { workspace: _, ...rest } = summary ?? { workspace: '' };
  return {
    project: basename(project.folder),
    workspace: project.root,
    ...{ id, status, createdAt, problem },
    summary: summary ? (rest as LoopRow['summary']) : null,
  };
}

export function listRow({ id, project, state, problem, owner }: ListedTasks): ListRow {
  const tasks = state?.tasks ?? [];
  const count = (...statuses: string[]) => tasks.filter(({ status }) => statuses.includes(status)).length;
  return {
    project: basename(project.folder),
    workspace: project.root,
    ...{ id, problem, status: statusOf(state, owner) },
    createdAt: state?.createdAt ?? 0,
    progress: state ? progressOf(state) : '',
    counts: {
      integrated: count('integrated'),
      underWay: count('running', 'finished', 'integrating', 'verified'),
      failed: count('failed'),
      left: count('skipped', 'ticked'),
      all: tasks.length,
    },
    costUsd: costOf(tasks),
  };
}

function statusOf(state: ListedTasks['state'], owner: number | null): ListRow['status'] {
  if (state === null) return 'unreadable';
  if (state.ended) return state.ended.ending;
  if (state.status === 'running' && owner === null) return 'crashed';
  return state.status === 'paused' ? 'paused' : 'running';
}
