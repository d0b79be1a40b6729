import type { findLessons } from '../../../app/lessons.ts';

type FoundLessons = Awaited<ReturnType<typeof findLessons>>;

const DAY = 24 * 60 * 60 * 1000;

export function lessonsJson(lessons: FoundLessons): string {
  const rows = lessons.map(({ lesson, score }) => ({ ...lesson, ...(score !== null && { similarity: score }) }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

export function lessonsList(lessons: FoundLessons, now: number): string {
  const blocks = lessons.map(({ lesson, score }) => {
    const age = Math.floor((now - lesson.at) / DAY);
    const like = score === null ? '' : `  similarity ${score.toFixed(2)}`;
    return [
      `${lesson.loop}  ${lesson.outcome}  ${lesson.kind}  ${age} ${age === 1 ? 'day' : 'days'} old${like}\n`,
      `    task    ${lesson.task}\n`,
      ...(lesson.failures[0] ? [`    failed  ${lesson.failures[0]}\n`] : []),
      `    lesson  ${lesson.lesson}\n`,
    ].join('');
  });
  return blocks.join('');
}
