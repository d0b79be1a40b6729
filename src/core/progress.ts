import { excerptOf } from './excerpt.ts';
import { fenced } from './fence.ts';
import { sameTreeBefore } from './recovery/diagnose.ts';
import { type IterationState, isNoop, type LoopState } from './state.ts';
import type { Verdict } from './verdict.ts';
import { pristineLines, toldOf } from './verification/told.ts';

const MAX_PATHS = 12;

/**
 * What the next prompt is told about earlier iterations: the last few, oldest first, each with what was run and what
 * came out. Made from recorded facts only, so that a resumed loop builds the same text to the byte.
 */
export function progressText(state: LoopState): string {
  const { maxEntries, maxChars } = state.settings.progress;
  const told = state.iterations.filter((iteration) => iteration.n >= 1 && iteration.decision !== null);
  return told
    .slice(-maxEntries)
    .map((iteration) => entry(state, iteration, maxChars))
    .join('\n');
}

function entry(state: LoopState, iteration: IterationState, maxChars: number): string {
  const lines = [`## Iteration ${iteration.n}${iteration.byHand ? ' (edited by a person)' : ''}`];
  const run = iteration.agent;
  if (run && run.outcome !== 'ok') lines.push(`**Agent:** ${run.reason}`);
  lines.push(`**Files changed:** ${filesChanged(iteration)}`);
  const twin = isNoop(iteration) ? undefined : sameTreeBefore(state, iteration);
  if (twin) lines.push(`**Repetition:** exactly the files of iteration ${twin.n} again, which did not work then`);
  lines.push(...toldOf(iteration));
  if (iteration.decision?.action === 'rollback') lines.push(`**Rolled back:** ${iteration.decision.reason}`);

  let budget = maxChars;
  for (const verdict of iteration.verdicts ?? []) {
    lines.push(...verdictLines(state, verdict));
    if (verdict.outcome === 'pass' || !verdict.excerpt || budget <= 0) continue;
    const output = excerptOf(verdict.excerpt, budget);
    budget -= [...output].length;
    lines.push('**Output:**', fenced(output));
  }
  lines.push(...pristineLines(state, iteration, budget));
  return `${lines.join('\n')}\n`;
}

function verdictLines(state: LoopState, verdict: Verdict): string[] {
  const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
  const command = criterion && 'command' in criterion ? criterion.command : null;
  const name = command ? `**Command:** \`${command}\`` : `**Check:** ${criterion?.text ?? verdict.criterion}`;
  if (verdict.outcome === 'pass') return [`${name} (passed)`];
  const exit = verdict.exitCode === null ? [] : [`**Exit code:** ${verdict.exitCode}`];
  return [
    name,
    ...exit,
    `**Result:** ${verdict.reason}`,
    ...(command ? [`**Duration:** ${Math.round(verdict.durationMs)}ms`] : []),
  ];
}

function filesChanged(iteration: IterationState): string {
  const changes = iteration.snapshot?.changes;
  if (isNoop(iteration) || !changes || changes.files === 0) return 'none';
  const shown = changes.paths.slice(0, MAX_PATHS);
  const more = changes.files - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
