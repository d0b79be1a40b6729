import { totalUsage, usageOf } from '../../../core/agents/usage.ts';
import { tidy, trajectoryOf } from '../../../core/analytics/trajectory.ts';
import { notJudgedIn } from '../../../core/findings/not-judged.ts';
import { approvedIn } from '../../../core/people/statements.ts';
import { isOptimising } from '../../../core/selection/goal.ts';
import type { LoopState } from '../../../core/state/state.ts';
import type { TimeSpent } from '../../../core/state/time-spent.ts';
import { committedIn, committedWords } from '../../../core/verification/committed.ts';
import { withSign } from '../chart.ts';
import { whyText } from '../end.ts';
import { endCommands } from '../end-commands.ts';
import { achievedRows, keptText } from '../end-rows.ts';
import { duration, plural } from '../format.ts';
import { keptMark } from '../headline-iteration.ts';
import { moment } from '../human-decisions.ts';
import { goalText } from '../objective.ts';
import { inPlaceText } from '../room-lines.ts';
import { scoreNote, scoreRows } from '../score-rows.ts';
import { editedText } from '../set-aside.ts';
import { timeText } from '../time-parts.ts';
import { html, type Markup, table } from './markup.ts';
import { trajectorySvg } from './trajectory-svg.ts';

export interface Section {
  id: string;
  title: string;
  body: Markup;
}

export function outcomeSection(state: LoopState): Section {
  const facts: [string, string][] = [
    ['Why', whyText(state)],
    [state.ended ? 'Kept' : 'Best so far', keptText(state) ?? 'nothing yet'],
    ...achievedRows(state, '→').map(([name, text]): [string, string] => [
      `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      text,
    ]),
    ['Time', timeText(state.time) || 'none'],
    ...approvedFact(state),
    ...[goalText(state)].flatMap((goal): [string, string][] => (goal === null ? [] : [['Goal', goal]])),
    ...[inPlaceText(state)].flatMap((text): [string, string][] => (text === null ? [] : [['Checks', text]])),
    ...[editedText(state)].flatMap((text): [string, string][] => (text === null ? [] : [['Working tree', text]])),
    ...committedFact(state),
    ['Agent', state.agent.command ?? state.agent.name],
    ['Task type', state.taskType],
    ['Workspace', state.workspace.root],
  ];
  const body = html`<dl>${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
<h3>Done when</h3><ul>${state.criteria.map(({ text }) => html`<li><code>${text}</code></li>`)}</ul>
<h3>Commands</h3><dl class="commands">${endCommands(state).map(
    ([name, command]) => html`<dt>${name}</dt><dd><code>${command}</code></dd>`,
  )}</dl>`;
  return { id: 'outcome', title: 'Outcome', body };
}

/** Shows next to the outcome that a person approved findings. */
function approvedFact(state: LoopState): [string, string][] {
  const approved = approvedIn(state, state.best ?? -1);
  if (approved.length === 0) return [];
  const reasons = new Set(approved.map(({ said: approval }) => approval?.reason ?? 'no reason given'));
  return [['Approved', `${plural(approved.length, 'finding')} by a person: ${[...reasons].join('; ')}`]];
}

/** Problems that did not end the loop; omitted if there are none. */
export function mishapsSection({ mishaps }: LoopState): Section[] {
  if (mishaps.length === 0) return [];
  const rows = mishaps.map(({ at, what }) => [moment(at), what]);
  return [{ id: 'problems', title: 'Problems', body: table('Problems', ['When', 'What'], rows) }];
}

/** Files that the guard did not judge; omitted if there are none. */
export function notJudgedSection(state: LoopState): Section[] {
  const { files, unnamed } = notJudgedIn(state);
  if (files.length === 0) return [];
  const rows = files.map(({ path, reason, iterations }) => [path, reason, iterations.join(', ')]);
  if (unnamed > 0) rows.push([`and ${unnamed} more`, '', '']);
  const body = table('Files that the guard did not judge', ['File', 'Why', 'Iterations'], rows);
  return [{ id: 'not-judged', title: 'Not judged', body }];
}

function committedFact(state: LoopState): [string, string][] {
  const paths = committedIn(state);
  return paths.length > 0 ? [['Note', committedWords(paths)]] : [];
}

export function trajectorySection(state: LoopState, shown: ReadonlySet<number>): Section {
  const points = trajectoryOf(state);
  return {
    id: 'trajectory',
    title: 'Trajectory',
    body: html`${trajectorySvg(points, state.settings.score.acceptance, shown)}
<p class="legend"><span class="key best"></span> best <span class="key verified"></span> criteria hold <span class="key regression"></span> regression or rolled back <span class="key caught"></span> caught: its score does not count <span class="key acceptance"></span> acceptance${isOptimising(state) && html` <span class="key objective"></span> objective, scale to the right`}</p>`,
  };
}

/** The dimensions of baseline, kept and last iteration side by side. */
export function breakdownSection(state: LoopState): Section {
  const last = trajectoryOf(state).at(-1)?.iteration ?? 0;
  const columns = [...new Set([0, state.best ?? 0, last])];
  const scored = columns.flatMap((n) => {
    const iteration = state.iterations[n];
    return iteration
      ? [{ n, rows: scoreRows(state, iteration), score: iteration.score, note: scoreNote(state, iteration) }]
      : [];
  });
  const names = [...new Set(scored.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    scored[0]?.rows.find((row) => row.name === name)?.weight.toFixed(2) ?? '',
    ...scored.map(({ rows: all }) => meter(all.find((row) => row.name === name)?.score ?? null, name)),
  ]);
  const total = ['Score', '', ...scored.map(({ score }) => meter(score, 'Score'))];
  const title = (n: number) => (n === 0 ? 'baseline' : `#${n}${keptMark(state, n)}`);
  const head = ['Dimension', 'Weight', ...scored.map(({ n }) => title(n))];
  const notes = scored.flatMap(({ n, note }) => (note === null ? [] : [html`<p>${title(n)}: ${note}</p>`]));
  const body = html`${table('Score by dimension', head, [...rows, total])}${notes}`;
  return { id: 'breakdown', title: 'Score breakdown', body };
}

function meter(score: number | null, name: string): Markup {
  if (score === null) return html`unknown`;
  const percent = Math.round(score * 100);
  return html`<meter min="0" max="100" value="${percent}" aria-label="${name}"></meter> ${score.toFixed(2)}`;
}

export function decisionsSection(state: LoopState, shown: ReadonlySet<number>): Section {
  const points = trajectoryOf(state).filter(({ iteration }) => shown.has(iteration));
  const rows = points.map((point) => [
    html`<a href="#iteration-${point.iteration}">#${point.iteration}</a>`,
    ...(isOptimising(state) ? [point.objective === null ? 'unknown' : tidy(point.objective, 4)] : []),
    point.score === null ? 'unknown' : `${point.score.toFixed(3)}${point.counts ? '' : ', does not count'}`,
    point.iteration === 0 || point.delta === null ? '' : withSign(point.delta, 3),
    point.classification,
    html`<strong>${point.decision.action}</strong>`,
    point.decision.rule,
    point.decision.reason,
    point.decision.confidence.toFixed(2),
  ]);
  const objective = isOptimising(state) ? ['Objective'] : [];
  const columns = ['Score', 'Delta', 'Classification', 'Decision', 'Rule', 'Reason', 'Confidence'];
  const head = ['Iteration', ...objective, ...columns];
  return { id: 'decisions', title: 'Decisions', body: table('Decision after each iteration', head, rows) };
}

/** Where the time of each iteration went, and of the whole loop; what belongs to no iteration is only in the sum. */
export function costSection(state: LoopState, shown: ReadonlySet<number>): Section {
  const total = totalUsage(state);
  const row = (
    name: string,
    time: TimeSpent,
    { tokens, costUsd }: { tokens: number | null; costUsd: number | null },
  ) => [
    name,
    ...timeColumns.map(({ part }) => duration(time[part])),
    tokens ?? 'unknown',
    costUsd === null ? 'unknown' : `$${costUsd.toFixed(4)}`,
  ];
  const rows = state.iterations
    .filter(({ n, decision }) => decision && shown.has(n))
    .map((iteration) =>
      iteration.n === 0
        ? row('baseline', iteration.time, { tokens: 0, costUsd: 0 })
        : row(`#${iteration.n}`, iteration.time, usageOf(iteration)),
    );
  const head = ['Iteration', ...timeColumns.map(({ title }) => title), 'Tokens', 'Cost'];
  const body = html`<p>Running time ${duration(state.activeMs)}. Costs that an agent does not report are unknown, not zero.</p>
${table('Time and cost', head, [...rows, row('All', state.time, total)])}`;
  return { id: 'cost', title: 'Time and cost', body };
}

const timeColumns: { title: string; part: keyof TimeSpent }[] = [
  { title: 'Agent', part: 'agents' },
  { title: 'Checks', part: 'checks' },
  { title: 'Metrics', part: 'metrics' },
  { title: 'Experiments', part: 'experiments' },
  { title: 'Guard', part: 'guard' },
  { title: 'Setup', part: 'setup' },
  { title: 'Jumar itself', part: 'own' },
];
