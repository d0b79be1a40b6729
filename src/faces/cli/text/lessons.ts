import type { findLessons } from '../../../app/lessons.ts';

type Found = Awaited<ReturnType<typeof findLessons>>;

const DAY = 24 * 60 * 60 * 1000;

export function lessonsJson(found: Found): string {
  const rows = found.map(({ lesson, score }) => ({ ...lesson, ...(score !== null && { similarity: score }) }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

export function lessonsList(found: Found, now: number): string {
  const blocks = found.map(({ lesson, score }) => {
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
