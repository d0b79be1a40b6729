import { length } from '../core/characters.ts';
import { excerptOf } from '../core/excerpt.ts';
import { fenced } from '../core/fence.ts';
import type { CheckContext, IterationContext, NotesLimits, Strategy } from './notes.ts';
import { oneLine, pathList } from './words.ts';

/** What was run and what came out of it, in the tools' own words: an exit code cannot be talked away. */
export const systemCaptured: Strategy = {
  name: 'system-captured',
  entry,
  text: (contexts, limits) => contexts.map((context) => entry(context, limits)).join('\n'),
};

function entry(context: IterationContext, { maxChars }: NotesLimits): string {
  const lines = [`## Iteration ${context.iteration}${context.byHand ? ' (edited by a person)' : ''}`];
  if (context.agentProblem !== null) lines.push(`**Agent:** ${oneLine(context.agentProblem)}`);
  lines.push(`**Files changed:** ${pathList(context.filesChanged)}`);
  if (context.sameAs !== null) {
    lines.push(`**Repetition:** exactly the files of iteration ${context.sameAs} again, which did not work then`);
  }
  lines.push(...context.remarks.map((remark) => oneLine(remark, 600)));
  if (context.rolledBack !== null) lines.push(`**Rolled back:** ${oneLine(context.rolledBack)}`);
  let budget = maxChars;
  for (const check of context.checks) {
    lines.push(...checkLines(check));
    if (check.outcome === 'pass' || !check.output || budget <= 0) continue;
    const output = excerptOf(check.output, budget);
    budget -= length(output);
    lines.push('**Output:**', fenced(output));
  }
  lines.push(...context.pristine);
  return `${lines.join('\n')}\n`;
}

function checkLines({ command, text, outcome, exitCode, reason, durationMs }: CheckContext): string[] {
  const name = command === null ? `**Check:** ${oneLine(text)}` : `**Command:** \`${oneLine(command)}\``;
  if (outcome === 'pass') return [`${name} (passed)`];
  return [
    name,
    ...(exitCode === null ? [] : [`**Exit code:** ${exitCode}`]),
    `**Result:** ${oneLine(reason)}`,
    ...(command === null ? [] : [`**Duration:** ${Math.round(durationMs)}ms`]),
  ];
}
