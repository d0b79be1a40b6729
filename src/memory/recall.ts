import type { Lesson } from '../core/reflection.ts';
import { estimateTokens } from '../core/tokens.ts';
import { lessonLines } from './lessons-text.ts';
import { type Concern, similarity } from './similarity.ts';

export const MIN_SIMILARITY = 0.7;
export const MAX_LESSONS = 3;
export const MAX_AGE_DAYS = 90;
export const MAX_TOKENS = 2000;

const DAY = 24 * 60 * 60 * 1000;

/** The lessons that a loop is given: similar, recent, few and short; the most similar first, then the most recent. */
export function recall(lessons: readonly Lesson[], concern: Concern, now: number): Lesson[] {
  const candidates = lessons
    .filter(({ at }) => now - at <= MAX_AGE_DAYS * DAY)
    .map((lesson) => ({ lesson, score: similarity(concern, lesson) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score || b.lesson.at - a.lesson.at || (a.lesson.loop < b.lesson.loop ? -1 : 1));
  const chosen: Lesson[] = [];
  let tokens = 0;
  for (const { lesson } of candidates) {
    const cost = estimateTokens(lessonLines(lesson).join('\n'));
    if (chosen.length >= MAX_LESSONS || tokens + cost > MAX_TOKENS) break;
    chosen.push(lesson);
    tokens += cost;
  }
  return chosen;
}
