import { analyticsOf } from '../../core/analytics/analytics.ts';
import { judgedIterations, trajectoryOf } from '../../core/analytics/trajectory.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { notJudgedIn } from '../../core/findings/not-judged.ts';
import { isOptimising } from '../../core/selection/goal.ts';
import { isCaught } from '../../core/selection/held-back.ts';
import { changesIn, type IterationState, type LoopState } from '../../core/state/state.ts';
import { fenced } from '../../core/text/fence.ts';
import { chartText } from './analytics-text.ts';
import { endText } from './end.ts';
import { alertLines } from './end-alerts.ts';
import { duration, outcomeMark, plural } from './format.ts';
import { keptMark } from './headline-iteration.ts';
import { decisionRows, moment } from './human-decisions.ts';
import { markdownTable } from './markdown-table.ts';
import { objectiveText } from './objective.ts';
import { recoveryHead, recoveryRows } from './recovery-rows.ts';
import { testsText } from './tests-text.ts';

/** The completion report for people, as Markdown. */
export function completionReport(state: LoopState): string {
  const alerts = alertLines(state);
  return [
    `# ${state.id}`,
    '',
    `**Task:** ${state.task}`,
    '',
    ...state.criteria.map((criterion) => `- ${criterion.text}`),
    '',
    fenced(endText(state)),
    '',
    '## Quality',
    '',
    fenced(chartText(analyticsOf(state), trajectoryOf(state), { columns: 80 })),
    '',
    '## Iterations',
    '',
    ...markdownTable(
      ['#', 'agent', 'changed', 'tests', 'checks', ...(isOptimising(state) ? ['objective'] : []), 'score', 'decision'],
      judgedIterations(state).map((iteration) => row(state, iteration)),
    ),
    '',
    ...recoverySection(state),
    ...(alerts.length > 0 ? ['## Findings and alerts', '', ...alerts.map((line) => `- ${line}`), ''] : []),
    ...mishapSection(state),
    ...notJudgedSection(state),
    ...peopleSection(state),
    ...lastOutput(state),
  ].join('\n');
}

function row(state: LoopState, iteration: ReturnType<typeof judgedIterations>[number]): string[] {
  return [
    `${iteration.n}${keptMark(state, iteration.n)}`,
    iteration.agent
      ? `${duration(iteration.agent.durationMs)}, ${iteration.agent.reason}`
      : iteration.byHand
        ? 'by hand'
        : '',
    iteration.n === 0 ? '' : filesText(iteration),
    testsText(iteration.verdicts) ?? 'unknown',
    (iteration.verdicts ?? [])
      .map((verdict) => `${nameOf(state, verdict)} ${outcomeMark(verdict)} ${verdict.reason}`)
      .join('; '),
    ...[objectiveText(iteration, state)].filter((text) => text !== null),
    iteration.score === null ? 'unknown' : `${iteration.score.toFixed(2)}${countsNote(state, iteration)}`,
    `${iteration.decision.action} (${iteration.decision.rule}): ${iteration.decision.reason}`,
  ];
}

function countsNote(state: LoopState, iteration: IterationState): string {
  return iteration.n !== state.best && isCaught(state, iteration) ? ' (does not count)' : '';
}

/** The display name of a check. */
export function nameOf({ criteria }: LoopState, { criterion }: Verdict): string {
  return criteria.find(({ id }) => id === criterion)?.text ?? criterion;
}

function filesText(iteration: IterationState): string {
  const files = changesIn(iteration)?.files;
  return files === undefined ? 'unknown' : plural(files, 'file');
}

function recoverySection(state: LoopState): string[] {
  const rows = recoveryRows(state).map((row) => Object.values(row) as string[]);
  return rows.length === 0 ? [] : ['## Recoveries', '', ...markdownTable(recoveryHead, rows), ''];
}

function mishapSection({ mishaps }: LoopState): string[] {
  if (mishaps.length === 0) return [];
  return ['## Problems', '', ...mishaps.map(({ at, what }) => `- ${moment(at)}: ${what}`), ''];
}

function notJudgedSection(state: LoopState): string[] {
  const { files, unnamed } = notJudgedIn(state);
  if (files.length === 0) return [];
  const rows = files.map(({ path, reason, iterations }) => [path, reason, iterations.join(', ')]);
  const more = unnamed > 0 ? [`And ${unnamed} more.`, ''] : [];
  return ['## Not judged by the guard', '', ...markdownTable(['file', 'why', 'iterations'], rows), '', ...more];
}

function peopleSection(state: LoopState): string[] {
  const rows = decisionRows(state).map(({ at, iteration, what, who, reason, about }) => [
    at,
    iteration,
    what,
    who,
    reason,
    about.join('; '),
  ]);
  if (rows.length === 0) return [];
  return ['## Decisions by people', '', ...markdownTable(['when', '#', 'decision', 'by', 'reason', 'about'], rows), ''];
}

function lastOutput(state: LoopState): string[] {
  const verdicts = state.iterations[state.best ?? -1]?.verdicts ?? [];
  return verdicts.flatMap((verdict) =>
    verdict.excerpt
      ? [`## Output of ${nameOf(state, verdict)} at iteration ${state.best}`, '', fenced(verdict.excerpt), '']
      : [],
  );
}
