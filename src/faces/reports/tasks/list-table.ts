import { heldBy } from '../../../core/tasks/ready.ts';
import { costOf, knownCostOf, type ListState, launchesOf, type TaskState } from '../../../core/tasks/state.ts';
import { dollars } from '../activity-line.ts';
import { clip, columnWidths, padEnd } from '../columns.ts';
import { duration, plural } from '../format.ts';
import type { Paint } from '../paint.ts';
import { bakeOffLines } from './bake-off-table.ts';
import { progressOf, short } from './list-lines.ts';

/** One line a task: where it stands, and why. */
export function taskRows(state: ListState, columns: number): string[] {
  const cells = state.tasks.map((one) => [
    MARKS[one.status],
    one.task.id,
    statusWord(state, one),
    detailOf(state, one),
  ]);
  const widths = columnWidths(cells).map((width, column) => (column === 1 ? Math.min(width, 30) : width));
  return cells.map((row) => {
    const line = row
      .map((cell, at) => (at === row.length - 1 ? cell : padEnd(clip(cell, widths[at] ?? 0), widths[at] ?? 0)))
      .join('  ');
    return clip(line.trimEnd(), Math.max(columns, 60));
  });
}

const MARKS: Record<TaskState['status'], string> = {
  waiting: '·',
  running: '…',
  finished: '…',
  integrating: '…',
  verified: '…',
  integrated: '✓',
  failed: '✗',
  skipped: '-',
  ticked: '-',
};

export function statusWord(state: ListState, task: TaskState): string {
  if (task.status === 'waiting' && heldBy(state, task) !== null) return 'held';
  return task.status === 'finished' ? 'checks hold' : task.status;
}

export function detailOf(state: ListState, one: TaskState): string {
  const { status, failure, verified, work, task } = one;
  if (status === 'failed' && failure) return `${failure.why}: ${failure.reason}`;
  if (status === 'integrated' && verified)
    return verified.commit === verified.onto ? 'nothing to change' : `${short(verified.commit)}  ${task.title}`;
  if (status === 'running' && one.bakeOff) {
    const { entries } = one.bakeOff;
    const ended = entries.filter(({ result }) => result !== null).length;
    return `${entries.map(({ name }) => name).join(', ')}: ${ended} of ${entries.length} ended`;
  }
  if (status === 'waiting') {
    const held = heldBy(state, one);
    return held !== null ? `${held} failed` : task.after.length > 0 ? `after ${task.after.join(', ')}` : task.title;
  }
  if (status === 'skipped') return one.skippedBecause ?? 'by you';
  if (status === 'ticked') return 'ticked in the file: not run, not verified';
  return work ? `loop ${work.loop}` : task.title;
}

/** Where a list stands, while it runs or later. */
export function listStatusText(
  { state, owner }: { state: ListState; owner: number | null },
  { columns, paint }: { columns: number; paint: Paint },
): string {
  const isCrashed = state.status === 'running' && owner === null;
  const now =
    owner !== null
      ? `running, process ${owner}`
      : isCrashed
        ? 'its process is gone'
        : (state.ended?.ending ?? state.status);
  const lines = [
    `${paint.bold(state.id)}  ${now}: ${progressOf(state)}`,
    ...taskRows(state, columns).map((row) => `  ${row}`),
    ...(owner !== null ? [] : nextCommands(state).map(([what, command]) => `  ${padEnd(what, 7)} ${command}`)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The end of a list in plain output: what was integrated, what was not and why, what it cost, and what to do next. */
export function listEndText(
  state: ListState,
  { columns, paint, receipt }: { columns: number; paint: Paint; receipt: string },
): string {
  const isDone = state.ended?.ending === 'completed';
  const failed = state.tasks.filter(({ status }) => status === 'failed');
  const bakeOffs = state.tasks.flatMap(({ task, bakeOff }) =>
    bakeOff?.decided ? ['', `  bake-off of ${task.id}`, ...bakeOffLines(bakeOff).map((line) => `    ${line}`)] : [],
  );
  const lines = [
    '',
    paint.bold(
      isDone
        ? `Jumar: all tasks integrated and verified`
        : `Jumar: ${state.ended ? 'NOT all tasks are done' : state.status}`,
    ),
    ...taskRows(state, columns).map((row) => `  ${row}`),
    ...bakeOffs,
    '',
    `  result  ${state.ended?.reason ?? progressOf(state)}`,
    `  agents  ${plural(launchesOf(state.tasks), 'run')}, ${costText(state)}; ${duration(state.lastAt - state.createdAt)}`,
    ...(state.head === state.base ? [] : [`  branch  ${state.branch} at ${short(state.head)}`]),
    ...failed.flatMap(({ task, failure, work }) => [
      `  ${task.id}: ${failure?.hint ?? failure?.reason ?? ''}`,
      ...(work && failure?.why !== 'not-integrated' && failure?.why !== 'refused'
        ? [`    its work is in ${work.worktree}`]
        : []),
    ]),
    `  receipt ${receipt}`,
    '',
    ...nextCommands(state).map(([what, command]) => `  ${padEnd(what, 7)} ${command}`),
  ];
  return `${lines.join('\n')}\n`;
}

function costText({ tasks }: ListState): string {
  const cost = costOf(tasks);
  const integrated = tasks.filter(({ status }) => status === 'integrated').length;
  if (cost === null) return knownCostOf(tasks) > 0 ? `at least ${dollars(knownCostOf(tasks), false)}` : 'cost unknown';
  if (cost === 0) return 'no cost';
  return `${dollars(cost, false)}${integrated > 0 ? `, ${dollars(cost / integrated, false)} a verified task` : ''}`;
}

function nextCommands(state: ListState): [string, string][] {
  const commands: [string, string][] = [];
  if (state.head !== state.base) {
    commands.push(['look', `git log -p ${short(state.base)}..${state.branch}`]);
    commands.push(['apply', `jumar tasks apply ${state.id}`]);
  }
  const [failed] = state.tasks.filter(({ status }) => status === 'failed');
  if (failed) commands.push(['retry', `jumar tasks retry ${failed.task.id}, then: jumar tasks resume ${state.id}`]);
  if (!state.ended) commands.push(['go on', `jumar tasks resume ${state.id}`]);
  return commands;
}
