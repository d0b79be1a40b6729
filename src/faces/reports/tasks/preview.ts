import type { ListPreview, TaskPreview } from '../../../app/tasks/preview-list.ts';

/** What `jumar tasks check` prints. */
export function previewText({ own, tasks }: ListPreview): string {
  const lines = [
    own.length > 0
      ? `checks of the project, for every task: ${own.join(', ')}`
      : 'the project has no checks of its own: each task is held to its own and those of the tasks before it',
    '',
    ...tasks.flatMap(taskLines),
  ];
  return `${lines.join('\n')}\n`;
}

function taskLines({ id, title, after, isTicked, checks, from, unchecked, refused }: TaskPreview): string[] {
  const head = `${id}  ${title}${after.length > 0 ? `  (after ${after.join(', ')})` : ''}`;
  if (isTicked) return [`${head}`, '  ticked: would not run'];
  return [
    head,
    ...checks.map(({ text, means }) => `  until  ${text}${means === null ? '' : `  (${means})`}`),
    ...(from === 'found' && refused === null
      ? ['  note   these checks were found; if they hold before any work, tests of the task must show it']
      : []),
    ...unchecked.map(
      ({ text, suggestions }) =>
        `  prose  ${text}${suggestions.length > 0 ? `\n         no machine can check it; for example: until: ${suggestions[0]}` : ''}`,
    ),
    ...(refused === null
      ? []
      : [`  refused: ${refused.reason}`, ...(refused.hint === null ? [] : [`  ${refused.hint}`])]),
  ];
}
