import type { Lesson } from '../state/lesson.ts';
import { estimateTokens } from '../text/tokens.ts';
import { lessonLines } from './lessons-text.ts';
import { normalised } from './normalise.ts';
import { type Concern, similarity } from './similarity.ts';
import { languagesIn, shareLanguage } from './task-languages.ts';

export const MIN_SIMILARITY = 0.7;
export const MAX_LESSONS = 3;
export const MAX_AGE_DAYS = 90;
export const MAX_TOKENS = 2000;

const DAY = 24 * 60 * 60 * 1000;

/** How much more similar a lesson without a solution must be to come before one with a solution. */
const SOLVED_FIRST = 0.1;

/**
 * The lessons that a loop is given: in its language, similar, recent, few and short. The most similar first, solved ones before others that
 * are about as similar, then the most recent; of several that say the same about the same task only that one.
 */
export function recall(lessons: readonly Lesson[], concern: Concern, now: number): Lesson[] {
  const languages = languagesOf(concern);
  const candidates = lessons
    .filter(({ at }) => now - at <= MAX_AGE_DAYS * DAY)
    .filter((lesson) => shareLanguage(languagesOf(lesson), languages))
    .map((lesson) => ({ lesson, score: similarity(concern, lesson) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .map(({ lesson, score }) => ({ lesson, score: score + (lesson.outcome === 'solved' ? SOLVED_FIRST : 0) }))
    .sort((a, b) => b.score - a.score || b.lesson.at - a.lesson.at || (a.lesson.loop < b.lesson.loop ? -1 : 1));
  const chosen: Lesson[] = [];
  let tokens = 0;
  const included = new Set<string>();
  for (const { lesson } of candidates) {
    const same = sameness(lesson);
    if (included.has(same)) continue;
    included.add(same);
    const cost = estimateTokens(lessonLines(lesson).join('\n'));
    if (chosen.length >= MAX_LESSONS || tokens + cost > MAX_TOKENS) break;
    chosen.push(lesson);
    tokens += cost;
  }
  return chosen;
}

/** The files that failed or were changed say more than what the project has. */
function languagesOf({ failures, languages = [], files = [] }: Concern & { files?: string[] }): string[] {
  const named = languagesIn([...failures, ...files]);
  return named.length > 0 ? named : languages;
}

function sameness({ task, outcome, failures, files }: Lesson): string {
  return JSON.stringify([outcome, normalised(task), normalised(failures[0] ?? ''), [...files].sort()]);
}
