import { fenced } from '../core/fence.ts';
import type { IterationContext, NotesLimits, Strategy } from './notes.ts';
import { oneLine } from './words.ts';

/** One or two sentences an iteration, by the model that is configured; where it did not answer, by rules, and it says so. */
export const llmSummarized: Strategy = {
  name: 'llm-summarized',
  entry,
  text: (contexts, limits) => fenced(contexts.map((context) => entry(context, limits)).join('\n')),
};

function entry({ iteration, summary }: IterationContext, { maxChars }: NotesLimits): string {
  const by = summary.source === 'rules' ? ' (by rules)' : '';
  return `Iteration ${iteration}${by}: ${oneLine(summary.text, maxChars)}`;
}
