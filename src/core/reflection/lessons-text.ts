import type { Lesson } from '../state/lesson.ts';
import { oneLine, quoted } from '../text/one-line.ts';

/** For `{{lessons}}`: what earlier loops taught, each with the loop it comes from; empty if there are none. */
export function lessonsText(lessons: readonly Lesson[]): string {
  return lessons.map((lesson) => lessonLines(lesson).join('\n')).join('\n');
}

export function lessonLines({ loop, task, outcome, lesson, failures }: Lesson): string[] {
  const failed = failures[0] ? [`  - It began with: ${quoted(failures[0])}`] : [];
  return [`- From ${loop} (${outcome}): ${quoted(task, 160)}`, ...failed, `  - ${oneLine(lesson, 900)}`];
}
