import type { ListState } from '../../../core/tasks/state.ts';
import { costOf, launchesOf } from '../../../core/tasks/state.ts';
import { dollars } from '../activity-line.ts';
import { duration, plural } from '../format.ts';
import { markdownTable } from '../markdown-table.ts';
import { BAKE_OFF_HEAD, bakeOffRows } from './bake-off-table.ts';
import { progressOf, short } from './list-lines.ts';
import { detailOf, statusWord } from './list-table.ts';

/** The report of a list as Markdown: what was integrated with which checks, and what was not and why. */
export function listMarkdown(state: ListState): string {
  const rows = state.tasks.map((one) => {
    const cost = costOf([one]);
    return [
      one.task.id,
      statusWord(state, one),
      detailOf(state, one),
      `${launchesOf([one])}`,
      cost === null ? 'unknown' : cost === 0 ? 'none' : dollars(cost, false),
    ];
  });
  const checked = state.tasks.filter(({ status }) => status === 'integrated');
  return [
    `# ${state.id}`,
    '',
    `${state.ended?.reason ?? progressOf(state)}; ${plural(launchesOf(state.tasks), 'agent run')}, ${duration(state.lastAt - state.createdAt)}.`,
    `Branch \`${state.branch}\` at \`${short(state.head)}\`, from \`${short(state.base)}\`.`,
    '',
    ...markdownTable(['task', 'status', 'what', 'agent runs', 'cost'], rows),
    '',
    ...state.tasks.flatMap(({ task, bakeOff }) =>
      bakeOff ? [`## Bake-off: ${task.id}`, '', ...markdownTable(BAKE_OFF_HEAD, bakeOffRows(bakeOff)), ''] : [],
    ),
    '## Verified',
    '',
    ...(checked.length === 0 ? ['Nothing yet.'] : []),
    ...checked.flatMap(({ task, verified, integration }) => [
      `- **${task.id}** on the merged tree (\`${short(verified?.tree ?? '')}\`, loop ${integration?.loop}): ${verified?.checks.map(({ text }) => `\`${text}\``).join(', ') || 'no checks'}`,
    ]),
    ...(state.ownFailing.length > 0
      ? [
          '',
          '## Not required',
          '',
          ...state.ownFailing.map(({ check, reason }) => `- \`${check.text}\` failed before any task: ${reason}`),
        ]
      : []),
    '',
  ].join('\n');
}
