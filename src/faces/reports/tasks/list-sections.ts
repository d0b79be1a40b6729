import { depthsOf } from '../../../core/tasks/depths.ts';
import { costOf, type ListState, launchesOf, type TaskState } from '../../../core/tasks/state.ts';
import { dollars } from '../activity-line.ts';
import { clip } from '../columns.ts';
import { duration, plural } from '../format.ts';
import { html, type Markup, table } from '../html/markup.ts';
import { BAKE_OFF_HEAD, bakeOffRows } from './bake-off-table.ts';
import { progressOf, short } from './list-lines.ts';
import { detailOf, statusWord } from './list-table.ts';

/** Where a loop of the list is shown; null for nowhere. */
export type LoopLink = (loop: string) => string | null;

/** What a list is called, how it stands and its figures: the head of the report and of the page. */
export function listHead(state: ListState, status: string): Markup {
  const cost = costOf(state.tasks);
  const integrated = state.tasks.filter(({ status: one }) => one === 'integrated').length;
  const figures: [string, string][] = [
    [progressOf(state), ''],
    [plural(launchesOf(state.tasks), 'agent run'), ''],
    [costWords(cost), ''],
    ...(cost !== null && cost > 0 && integrated > 0
      ? [[dollars(cost / integrated, false), 'a verified task'] as [string, string]]
      : []),
    [duration(state.lastAt - state.createdAt), 'from first to last'],
    [short(state.head), `on ${state.branch}`],
  ];
  return html`<p class="status ${status}">${status}${state.ended && `: ${state.ended.ending}`}</p>
<h1>${state.id}</h1><p class="id">${state.source ?? ''} ${state.workspace.root}, from ${short(state.base)}</p>
<ul class="figures">${figures.map(([value, name]) => html`<li><span class="value">${value}</span> ${name}</li>`)}</ul>
${state.ended && html`<p>${state.ended.reason}</p>`}${state.pausedBecause !== null && html`<p>Paused: ${state.pausedBecause}</p>`}`;
}

/** Its tasks, the checks that each was verified with, their loops and cost. */
export function tasksTable(state: ListState, linkOf: LoopLink): Markup {
  const head = ['task', 'status', 'what', 'verified on the merged tree with', 'loops', 'agent runs', 'cost'];
  return table(
    'Tasks',
    head,
    state.tasks.map((one) => cellsOf(state, one, linkOf)),
  );
}

/** For each bake-off, what the judge found of its entries, the kept one first. */
export function bakeOffTables({ tasks }: ListState): Markup {
  return html`${tasks.map(({ task, bakeOff }) => (bakeOff ? table(`Bake-off: ${task.id}`, BAKE_OFF_HEAD, bakeOffRows(bakeOff)) : null))}`;
}

function cellsOf(state: ListState, one: TaskState, linkOf: LoopLink) {
  const { task, status, verified, work, integration } = one;
  const checks = status === 'integrated' ? (verified?.checks ?? []) : [];
  const loops = [work?.loop, integration?.loop].filter((loop) => loop !== undefined);
  return [
    html`<b>${task.id}</b><br>${task.title}`,
    html`<span class="task-status ${status}">${statusWord(state, one)}</span>`,
    detailOf(state, one),
    checks.map((check) => html`<code>${check.text}</code><br>`),
    loops.map((loop) => html`${loopMarkup(loop, linkOf)}<br>`),
    launchesOf([one]),
    costWords(costOf([one])),
  ];
}

function loopMarkup(loop: string, linkOf: LoopLink): Markup {
  const href = linkOf(loop);
  return href === null ? html`<code>${loop}</code>` : html`<a href="${href}"><code>${loop}</code></a>`;
}

function costWords(cost: number | null): string {
  if (cost === null) return 'cost unknown';
  return cost === 0 ? 'no cost' : dollars(cost, false);
}

const WIDTH = 210;
const HEIGHT = 56;
const BOX = 42;

/** A column for each depth; an arrow from each task to those that come after it. */
export function tasksGraph(state: ListState): Markup {
  const { tasks } = state;
  const depths = depthsOf(tasks.map(({ task }) => task));
  const rows = new Map<number, number>();
  const places = new Map(
    tasks.map(({ task }) => {
      const depth = depths.get(task.id) ?? 0;
      const at = rows.get(depth) ?? 0;
      rows.set(depth, at + 1);
      return [task.id, { x: depth * WIDTH + 10, y: at * HEIGHT + 10 }];
    }),
  );
  const arrows = tasks.flatMap(({ task }) =>
    task.after.flatMap((id) => {
      const [from, to] = [places.get(id), places.get(task.id)];
      if (!from || !to) return [];
      const [x1, y1, x2, y2] = [from.x + WIDTH - 50, from.y + BOX / 2, to.x, to.y + BOX / 2];
      return [html`<path d="M${x1} ${y1} C${x1 + 25} ${y1} ${x2 - 25} ${y2} ${x2} ${y2}"/>`];
    }),
  );
  const boxes = tasks.map((one) => {
    const { task, status } = one;
    const { x, y } = places.get(task.id) ?? { x: 0, y: 0 };
    return html`<g class="${status}"><rect x="${x}" y="${y}" width="${WIDTH - 50}" height="${BOX}" rx="4"/><text x="${x + 8}" y="${y + 18}">${clip(task.id, 20)}</text><text class="soft" x="${x + 8}" y="${y + 34}">${statusWord(state, one)}</text><title>${task.title}: ${status}</title></g>`;
  });
  const width = (Math.max(0, ...depths.values()) + 1) * WIDTH;
  const height = Math.max(1, ...rows.values()) * HEIGHT + 10;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Graph"><svg class="graph" role="img" aria-label="tasks and what they wait for" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${arrows}${boxes}</svg></div>`;
}

/** Checks of the project that no task has to pass; null if there are none. */
export function notRequired({ ownFailing }: ListState): Markup | null {
  if (ownFailing.length === 0) return null;
  const items = ownFailing.map(({ check, reason }) => html`<li><code>${check.text}</code>: ${reason}</li>`);
  return html`<h3>Not required: it failed before any task</h3><ul>${items}</ul>`;
}
