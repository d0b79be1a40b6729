import type { Lesson } from '../core/reflection.ts';
import { oneLine, quoted } from '../notes/words.ts';

/** For `{{lessons}}`: what earlier loops taught, each with the loop it comes from; empty where there is none. */
export function lessonsText(lessons: readonly Lesson[]): string {
  return lessons.map((lesson) => lessonLines(lesson).join('\n')).join('\n');
}

export function lessonLines({ loop, task, outcome, lesson, failures }: Lesson): string[] {
  const failed = failures[0] ? [`  - It began with: ${quoted(failures[0])}`] : [];
  return [`- From ${loop} (${outcome}): ${quoted(task, 160)}`, ...failed, `  - ${oneLine(lesson, 900)}`];
}
