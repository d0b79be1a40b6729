import { fenced } from '../text/fence.ts';
import { oneLine } from '../text/one-line.ts';
import type { IterationContext, NotesLimits, ProgressStrategy } from './notes.ts';

/** One or two sentences an iteration, by the configured model; if it did not answer, by rules, and the text says so. */
export const llmSummarized: ProgressStrategy = {
  name: 'llm-summarized',
  entry,
  text: (contexts, limits) => fenced(contexts.map((context) => entry(context, limits)).join('\n')),
};

function entry({ iteration, summary }: IterationContext, { maxChars }: NotesLimits): string {
  const by = summary.source === 'rules' ? ' (by rules)' : '';
  return `Iteration ${iteration}${by}: ${oneLine(summary.text, maxChars)}`;
}
