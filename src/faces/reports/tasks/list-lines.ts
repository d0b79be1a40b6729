import type { Criterion } from '../../../core/criteria/criterion.ts';
import type { ListEvent, ListRecord } from '../../../core/tasks/events.ts';
import { findTask, type ListState } from '../../../core/tasks/state.ts';
import { plural } from '../format.ts';
import type { Paint } from '../paint.ts';

/** What plain output says of an event of a list: at most a few lines; none if it says nothing to people. */
export function listLines({ event }: ListRecord, state: ListState, paint: Paint): string[] {
  const lines = wordsOn(event, state, paint);
  return 'task' in event && typeof event.task === 'string'
    ? lines.map((text, index) => (index === 0 ? `${paint.bold(event.task as string)}  ${text}` : `  ${text}`))
    : lines;
}

function wordsOn(event: ListEvent, state: ListState, paint: Paint): string[] {
  switch (event.type) {
    case 'list-created':
      return [
        paint.bold(`jumar ${event.list}`),
        `  tasks   ${plural(event.tasks.length, 'task')}${event.source === null ? '' : ` of ${event.source}`}${tickedNote(state)}`,
        `  branch  ${event.branch}, from ${short(event.base)}`,
        `  jobs    ${event.choices.jobs}${event.choices.maxCostUsd === null ? '' : `, at most $${event.choices.maxCostUsd}`}`,
      ];
    case 'list-session-started':
      return event.resumed ? [`resuming ${state.id}: ${progressOf(state)}`] : [];
    case 'own-checked':
      return [
        ...(event.holding.length > 0
          ? [
              `  checks  ${textsOf(event.holding)} ${event.holding.length > 1 ? 'hold' : 'holds'} before any task and must after each`,
            ]
          : []),
        ...event.failing.map(({ check, reason }) =>
          paint.yellow(`  note: ${check.text} fails before any task (${reason}); only tasks that name it must pass it`),
        ),
      ];
    case 'task-added':
      return [`${paint.bold(event.task.id)}  added: ${event.task.title}`];
    case 'task-skipped':
      return [`skipped${event.reason === null ? '' : `: ${event.reason}`}`];
    case 'task-retried':
      return [event.fresh ? 'starts again with a new loop' : 'continues'];
    case 'task-started':
      return [`${findTask(state, event.task).task.title}  (loop ${event.loop}, from ${short(event.base)})`];
    case 'bake-off-started':
      return [
        `${findTask(state, event.task).task.title}  (${plural(event.entries.length, 'loop')} side by side from ${short(event.base)}: ${event.entries.map(({ name }) => name).join(', ')})`,
      ];
    case 'entry-ended': {
      const name = findTask(state, event.task).bakeOff?.entries.find(({ loop }) => loop === event.loop)?.name;
      return [`${name}: ${event.ending === 'completed' ? 'its checks hold' : `${event.ending}: ${event.reason}`}`];
    }
    case 'bake-off-decided': {
      const { bakeOff } = findTask(state, event.task);
      const kept = bakeOff?.entries.find(({ loop }) => loop === event.winner)?.name;
      return [
        kept === undefined
          ? paint.red(`failed: ${event.reason}`)
          : paint.green(`keeps the change of ${kept}: ${event.reason}`),
      ];
    }
    case 'task-loop-ended': {
      const launches = event.spent?.launches ?? 0;
      const how = launches === 0 ? 'held without an agent' : `after ${plural(launches, 'agent run')}`;
      return [`its checks hold, ${how}${event.commit === null ? '; nothing changed' : ''}: ${textsOf(event.checks)}`];
    }
    case 'integration-started': {
      const { conflicts } = event;
      return conflicts.length > 0
        ? [
            paint.yellow(
              `conflicts with the tasks before it in ${conflicts.join(', ')}; loop ${event.loop} brings both together`,
            ),
          ]
        : [];
    }
    case 'integration-refused':
      return [
        paint.yellow(
          `not integrated (try ${findTask(state, event.task).refusals.length} of ${state.choices.attempts}): ${event.reason}`,
        ),
      ];
    case 'integration-verified':
      return [];
    case 'task-integrated':
      return [integratedLine(event.task, event.commit, state, paint)];
    case 'task-failed':
      return [
        paint.red(`failed (${event.why}): ${event.reason}`),
        ...(event.hint === null ? [] : event.hint.split('\n')),
      ];
    case 'list-paused':
      return [paint.yellow(`paused: ${event.reason}; continue with: jumar tasks resume ${state.id}`)];
    case 'list-ended':
      return [];
  }
}

function integratedLine(id: string, commit: string, state: ListState, paint: Paint): string {
  const { verified } = findTask(state, id);
  const checks = plural(verified?.checks.length ?? 0, 'check');
  const changed = commit === verified?.onto ? 'nothing to change' : `as ${short(commit)}`;
  const helped =
    (verified?.spent?.launches ?? 0) > 0
      ? `, after ${plural(verified?.spent?.launches ?? 0, 'agent run')} on the merged tree`
      : '';
  return paint.green(
    `integrated ${changed}; ${checks} ${verified?.checks.length === 1 ? 'holds' : 'hold'} there${helped}  (${progressOf(state)})`,
  );
}

/** `3 of 12 integrated, 1 failed` */
export function progressOf({ tasks }: Pick<ListState, 'tasks'>): string {
  const count = (status: string) => tasks.filter((one) => one.status === status).length;
  const left = count('skipped') + count('ticked');
  const parts = [`${count('integrated')} of ${tasks.length - left} integrated`];
  if (count('failed') > 0) parts.push(`${count('failed')} failed`);
  return parts.join(', ');
}

function tickedNote({ tasks }: ListState): string {
  const ticked = tasks.filter(({ status }) => status === 'ticked').length;
  return ticked === 0 ? '' : `; ${ticked} ticked before: not run and not verified`;
}

const textsOf = (criteria: readonly Criterion[]) => criteria.map(({ text }) => text).join(', ') || 'none';

export const short = (commit: string) => commit.slice(0, 12);
