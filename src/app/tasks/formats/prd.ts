import { z } from 'zod';
import { UsageError } from '../../../system/usage-error.ts';
import type { Draft } from './draft.ts';

const storySchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  title: z.string().min(1),
  description: z.string().nullish(),
  acceptanceCriteria: z.array(z.string()).nullish(),
  acceptance_criteria: z.array(z.string()).nullish(),
  priority: z.number().nullish(),
  passes: z.boolean().nullish(),
  notes: z.string().nullish(),
  dependsOn: z.array(z.string()).nullish(),
  depends_on: z.array(z.string()).nullish(),
});

/** A `prd.json` with user stories, as ralph and its relatives write it. Fields of theirs that mean nothing here are left alone. */
export function readPrd(data: unknown): Draft[] | null {
  if (typeof data !== 'object' || data === null) return null;
  const stories = (data as Record<string, unknown>).userStories ?? (data as Record<string, unknown>).user_stories;
  if (!Array.isArray(stories)) return null;
  return stories.map((raw: unknown, index) => {
    const parsed = storySchema.safeParse(raw);
    const at = `userStories[${index}]`;
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new UsageError(`${at}.${issue?.path.join('.')}: ${issue?.message}`);
    }
    const story = parsed.data;
    return {
      at,
      ...(story.id !== undefined && { id: String(story.id) }),
      title: story.title,
      body: [story.description, story.notes].filter(Boolean).join('\n\n'),
      acceptance: story.acceptanceCriteria ?? story.acceptance_criteria ?? [],
      after: story.dependsOn ?? story.depends_on ?? [],
      priority: story.priority ?? null,
      isTicked: story.passes === true,
    };
  });
}
