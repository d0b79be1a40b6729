import { excerptOf } from '../failures/excerpt.ts';
import { length } from '../text/characters.ts';
import { fenced } from '../text/fence.ts';
import { oneLine } from '../text/one-line.ts';
import type { CheckContext, IterationContext, NotesLimits, ProgressStrategy } from './notes.ts';
import { pathList } from './path-list.ts';

/** What was run and what came out of it, in the tools' own words: an exit code cannot be talked away. */
export const systemCaptured: ProgressStrategy = {
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
  lines.push(...checksLines(context.checks, maxChars));
  lines.push(...context.pristine);
  return `${lines.join('\n')}\n`;
}

/** Every check with its result, and of the failing ones as much output as fits, all together. */
export function checksText(checks: readonly CheckContext[], maxChars: number): string {
  return `${checksLines(checks, maxChars).join('\n')}\n`;
}

function checksLines(checks: readonly CheckContext[], maxChars: number): string[] {
  const lines: string[] = [];
  const outputs = [...new Set(checks.flatMap(({ outcome, output }) => (outcome === 'pass' ? [] : output || [])))];
  const rooms = shares(outputs.map(length), maxChars);
  const printed = new Set<string>();
  for (const check of checks) {
    lines.push(...checkLines(check));
    const room = rooms[outputs.indexOf(check.output)] ?? 0;
    if (check.outcome === 'pass' || room <= 0) continue;
    if (printed.has(check.output)) lines.push('**Output:** the same');
    else lines.push('**Output:**', fenced(excerptOf(check.output, room)));
    printed.add(check.output);
  }
  return lines;
}

/** So much of the room for each that none goes short while another has more than an equal share of it. */
function shares(lengths: readonly number[], room: number): number[] {
  const sizes = lengths.map(() => 0);
  let left = room;
  const smallestFirst = lengths.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size);
  for (const [place, { size, index }] of smallestFirst.entries()) {
    sizes[index] = Math.min(size, Math.floor(left / (lengths.length - place)));
    left -= sizes[index];
  }
  return sizes;
}

function checkLines({ command, metric, text, outcome, exitCode, reason, durationMs }: CheckContext): string[] {
  const ran = command === null ? [] : [`**Command:** \`${oneLine(command)}\``];
  const [name = '', ...more] = metric || command === null ? [`**Check:** ${oneLine(text)}`, ...ran] : ran;
  if (outcome === 'pass') return [`${name} (passed)`];
  return [
    name,
    ...more,
    ...(exitCode === null ? [] : [`**Exit code:** ${exitCode}`]),
    `**Result:** ${oneLine(reason)}`,
    ...(command === null ? [] : [`**Duration:** ${Math.round(durationMs)}ms`]),
  ];
}
