import type { Criterion } from './criterion.ts';

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

function matches({ pattern, flags, present }: { pattern: string; flags: string; present: boolean }): string {
  return `${present ? '~' : '!~'} /${pattern}/${flags}`;
}
