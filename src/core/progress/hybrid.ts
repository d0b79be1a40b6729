import { llmSummarized } from './llm-summarized.ts';
import type { ProgressStrategy } from './notes.ts';
import { systemCaptured } from './system-captured.ts';

/** The summary first, then what the tools printed: meaning and ground truth. */
export const hybrid: ProgressStrategy = {
  name: 'hybrid',
  entry: (context, limits) => `${llmSummarized.entry(context, limits)}\n\n${systemCaptured.entry(context, limits)}`,
  text: (contexts, limits) =>
    `# Summary\n${llmSummarized.text(contexts, limits)}\n\n# Raw output\n${systemCaptured.text(contexts, limits)}`,
};
