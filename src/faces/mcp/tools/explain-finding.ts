import { z } from 'zod';
import { findPattern, patternPage, patterns } from '../../../app/patterns.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { tool } from '../tool.ts';

export const explainFinding = tool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description: 'What a pattern of the guard catches, what it ignores, and how to fix what it found.',
  input: { pattern: z.string().min(1).describe('the pattern of a finding, such as assertion-weakened') },
  output: { pattern: z.string(), page: z.string() },

  async run({ pattern }) {
    const found = findPattern(pattern);
    if (!found)
      throw new UsageError(`there is no pattern "${pattern}"`, `available: ${patterns.map(({ id }) => id).join(', ')}`);
    const page = patternPage(found);
    return { text: page, result: { pattern, page } };
  },
});
