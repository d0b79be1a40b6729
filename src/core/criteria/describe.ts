import { type Criterion, commandOf } from './criterion.ts';

/** What will be checked, in the words of the grammar: shown before a loop starts, if plain words were given. */
export function describeCriterion(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'exit':
      return `${criterion.command} exits 0`;
    case 'output':
      return `${criterion.command} ${matches(criterion)}`;
    case 'silent':
      return `${criterion.command} prints nothing and exits 0 or 1`;
    case 'file':
      return criterion.content
        ? `file:${criterion.path} ${matches(criterion.content)}`
        : `file:${criterion.path} exists`;
    case 'metric':
      return `${criterion.metric} ${criterion.op} ${criterion.value}`;
    case 'hidden':
      return criterion.text;
  }
}

/** What plain words were understood as; null if the text says it itself. */
export function understoodAs(criterion: Criterion): string | null {
  const { text } = criterion;
  const meaning = describeCriterion(criterion);
  const isSaid = text.includes(commandOf(criterion) ?? meaning) || meaning.startsWith(text);
  return isSaid ? null : meaning;
}

function matches({ pattern, flags, present }: { pattern: string; flags: string; present: boolean }): string {
  return `${present ? '~' : '!~'} /${pattern}/${flags}`;
}
