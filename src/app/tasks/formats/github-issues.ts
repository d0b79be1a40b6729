import { z } from 'zod';
import type { Draft } from './draft.ts';

const issuesSchema = z
  .array(
    z.looseObject({
      number: z.int().positive(),
      title: z.string(),
      body: z.string().nullish(),
      state: z.string().nullish(),
      url: z.string().nullish(),
    }),
  )
  .min(1);

/**
 * What `gh issue list --json number,title,body,state` prints. Anyone who may open an issue writes its text, so no check, agent or file
 * pattern is read from it: a stranger's text must not run as a command.
 */
export function readIssues(data: unknown): Draft[] | null {
  const parsed = issuesSchema.safeParse(data);
  if (!parsed.success) return null;
  const numbers = new Set(parsed.data.map(({ number }) => number));
  return parsed.data.map(({ number, title, body, state, url }) => ({
    at: `issue #${number}`,
    id: idOf(number),
    title,
    body: [body ?? '', url ? `Issue: ${url}` : `Issue #${number}`].filter(Boolean).join('\n\n'),
    after: [...(body ?? '').matchAll(DEPENDS)]
      .map(([, other]) => Number(other))
      .filter((other) => numbers.has(other) && other !== number)
      .map(idOf),
    isTicked: state?.toUpperCase() === 'CLOSED',
  }));
}

const DEPENDS = /\b(?:depends on|blocked by|after)\s+#(\d+)\b/gi;

const idOf = (number: number) => `issue-${number}`;
