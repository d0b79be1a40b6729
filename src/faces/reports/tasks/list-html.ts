import { depthsOf } from '../../../core/tasks/depths.ts';
import { costOf, type ListState, launchesOf, type TaskState } from '../../../core/tasks/state.ts';
import { dollars } from '../activity-line.ts';
import { clip } from '../columns.ts';
import { duration, plural } from '../format.ts';
import { html, type Markup, raw, table } from '../html/markup.ts';
import { BAKE_OFF_HEAD, bakeOffRows } from './bake-off-table.ts';
import { progressOf, short } from './list-lines.ts';
import { detailOf, statusWord } from './list-table.ts';

/** The report of a list as one page without scripts: its tasks, their graph, their loops, and what each has cost. */
export function listHtml(state: ListState): string {
  const cost = costOf(state.tasks);
  const integrated = state.tasks.filter(({ status }) => status === 'integrated').length;
  const each =
    cost !== null && cost > 0 && integrated > 0 ? `, ${dollars(cost / integrated, false)} a verified task` : '';
  const head = ['task', 'status', 'what', 'verified on the merged tree with', 'loops', 'agent runs', 'cost'];
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${state.id} · Jumar</title><style>${raw(STYLE)}</style></head><body>
<h1>${state.id}</h1>
<p>${state.ended?.reason ?? progressOf(state)}. ${plural(launchesOf(state.tasks), 'agent run')}, ${costWords(cost)}${each}; ${duration(state.lastAt - state.createdAt)}.
Branch <code>${state.branch}</code> at <code>${short(state.head)}</code>, from <code>${short(state.base)}</code>.</p>
${graph(state)}
${table(
  'Tasks',
  head,
  state.tasks.map((one) => cellsOf(state, one)),
)}
${state.tasks.map(({ task, bakeOff }) => (bakeOff ? table(`Bake-off: ${task.id}`, BAKE_OFF_HEAD, bakeOffRows(bakeOff)) : null))}
${notRequired(state)}</body></html>
`;
  return markup;
}

function cellsOf(state: ListState, one: TaskState) {
  const { task, status, verified, work, integration } = one;
  const checks = status === 'integrated' ? (verified?.checks ?? []) : [];
  const loops = [work?.loop, integration?.loop].filter((loop) => loop !== undefined);
  return [
    html`<b>${task.id}</b><br>${task.title}`,
    html`<span class="${status}">${statusWord(state, one)}</span>`,
    detailOf(state, one),
    checks.map((check) => html`<code>${check.text}</code><br>`),
    loops.map((loop) => html`<code>${loop}</code><br>`),
    launchesOf([one]),
    costWords(costOf([one])),
  ];
}

function costWords(cost: number | null): string {
  if (cost === null) return 'cost unknown';
  return cost === 0 ? 'no cost' : dollars(cost, false);
}

const WIDTH = 210;
const HEIGHT = 44;

/** A column for each depth; an arrow from each task to those that come after it. */
function graph({ tasks }: ListState): Markup {
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
      const [x1, y1, x2, y2] = [from.x + WIDTH - 50, from.y + 15, to.x, to.y + 15];
      return [html`<path d="M${x1} ${y1} C${x1 + 25} ${y1} ${x2 - 25} ${y2} ${x2} ${y2}"/>`];
    }),
  );
  const boxes = tasks.map(({ task, status }) => {
    const { x, y } = places.get(task.id) ?? { x: 0, y: 0 };
    return html`<g class="${status}"><rect x="${x}" y="${y}" width="${WIDTH - 50}" height="30" rx="4"/><text x="${x + 8}" y="${y + 20}">${clip(task.id, 22)}</text><title>${task.title}: ${status}</title></g>`;
  });
  const width = (Math.max(0, ...depths.values()) + 1) * WIDTH;
  const height = Math.max(1, ...rows.values()) * HEIGHT + 10;
  return html`<svg role="img" aria-label="tasks and what they wait for" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${arrows}${boxes}</svg>`;
}

function notRequired({ ownFailing }: ListState): Markup | null {
  if (ownFailing.length === 0) return null;
  const items = ownFailing.map(({ check, reason }) => html`<li><code>${check.text}</code>: ${reason}</li>`);
  return html`<h2>Not required: it failed before any task</h2><ul>${items}</ul>`;
}

const STYLE = `body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ddd;padding:.4rem .6rem;text-align:left;vertical-align:top}
code{font-size:.9em;overflow-wrap:anywhere}svg{max-width:100%;height:auto;margin:1rem 0}path{fill:none;stroke:#999}
rect{fill:#eee;stroke:#999}text{font-size:12px}.integrated rect{fill:#d9f2dd;stroke:#3a8a4a}.failed rect{fill:#f8d9d9;stroke:#b03a3a}
span.integrated{color:#2a6e38}span.failed{color:#a02c2c}
@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}th,td{border-color:#333}rect{fill:#2a2a2a}text{fill:#ddd}
.integrated rect{fill:#1d3a24}.failed rect{fill:#462020}span.integrated{color:#7cc98b}span.failed{color:#e08a8a}}`;
