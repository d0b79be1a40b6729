import { fenced } from '../core/fence.ts';
import type { LoopState } from '../core/state.ts';
import { oneLine } from '../notes/words.ts';
import { listedNumbers } from './reflect.ts';
import { relevantReflections, type Told } from './relevance.ts';
import { stuckReflection } from './stuck.ts';

const MAX_PART = 700;

/** For `{{reflections}}`: what earlier failures teach about this one; empty where there is nothing to tell. */
export function reflectionsText(state: LoopState): string {
  const told = relevantReflections(state);
  if (told.length === 0) return '';
  return [...repetition(state), ...told.map(entry)].join('\n');
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

function entry({ iteration, reflection }: Told): string {
  const undone =
    iteration.decision?.action === 'rollback' ? ` (rolled back: ${oneLine(iteration.decision.reason, 160)})` : '';
  const heading = `## Iteration ${iteration.n}${undone}`;
  const parts = [
    `- What failed: ${oneLine(reflection.whatFailed, MAX_PART)}`,
    `- Why: ${oneLine(reflection.why, MAX_PART)}`,
    `- Try: ${oneLine(reflection.whatToTry, MAX_PART)}`,
  ].join('\n');
  // A model's words are drawn from what tools printed, so they are data like it.
  return `${heading}\n${reflection.source === 'model' ? fenced(parts) : parts}\n`;
}
