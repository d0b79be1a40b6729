import type { LoopState } from '../state/state.ts';
import { fenced } from '../text/fence.ts';
import { oneLine } from '../text/one-line.ts';
import { listedNumbers } from './reflect.ts';
import { type IterationReflection, relevantReflections } from './relevance.ts';
import { stuckReflection } from './stuck.ts';

const MAX_PART = 700;

/** For `{{reflections}}`: what earlier failures teach about this one; empty if there is nothing to say. */
export function reflectionsText(state: LoopState): string {
  const relevant = relevantReflections(state);
  if (relevant.length === 0) return '';
  return [...repetition(state), ...relevant.map(entry)].join('\n');
}

/** Named before anything else: an agent that starts afresh cannot know that it repeats itself. */
function repetition(state: LoopState): string[] {
  const last = state.iterations.findLast(({ decision, n }) => decision !== null && n > 0);
  const { repeats = [], kind } = last?.reflected?.reflection ?? {};
  if (!last || repeats.length === 0) return [];
  const all = listedNumbers([...repeats, last.n]);
  const what = kind === 'no-change' ? 'changed nothing' : 'changed the same';
  const stuck = stuckReflection(state) === null ? '' : ' The loop is stuck.';
  return [
    `**Repetition:** ${all} ${what} and failed in the same way.${stuck} Whatever you do now must be fundamentally different.\n`,
  ];
}

function entry({ iteration, reflection }: IterationReflection): string {
  const rollbackNote =
    iteration.decision?.action === 'rollback' ? ` (rolled back: ${oneLine(iteration.decision.reason, 160)})` : '';
  const heading = `## Iteration ${iteration.n}${rollbackNote}`;
  const parts = [
    `- What failed: ${oneLine(reflection.whatFailed, MAX_PART)}`,
    `- Why: ${oneLine(reflection.why, MAX_PART)}`,
    `- Try: ${oneLine(reflection.whatToTry, MAX_PART)}`,
  ].join('\n');
  // A model's words are drawn from what tools printed, so they are data like it.
  return `${heading}\n${reflection.source === 'model' ? fenced(parts) : parts}\n`;
}
