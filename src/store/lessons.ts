import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Lesson, lessonSchema } from '../core/reflection.ts';
import { errnoOf, readFailure, writeFailure } from './errors.ts';
import { ensureFolder, writeFileAtomic } from './files.ts';
import type { Project } from './layout.ts';

export type LessonScope = 'project' | 'user';

/** One lesson a line, appended: two loops that end at the same time both leave theirs. */
export function lessonsFile(project: Pick<Project, 'folder'>, scope: LessonScope): string {
  return join(scope === 'project' ? project.folder : dirname(dirname(project.folder)), 'lessons.jsonl');
}

/** The lessons of a file, oldest first, the last word of each loop; lines that are none are skipped. */
export async function readLessons(file: string): Promise<Lesson[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return '';
    throw readFailure(error, file);
  });
  const lessons = new Map<string, Lesson>();
  for (const line of text.split('\n')) {
    const lesson = parsed(line);
    if (lesson) lessons.set(lesson.loop, lesson);
  }
  return [...lessons.values()];
}

export async function keepLesson(file: string, lesson: Lesson): Promise<void> {
  try {
    await ensureFolder(dirname(file));
    await appendFile(file, `${JSON.stringify(lesson)}\n`, { mode: 0o600 });
  } catch (error) {
    throw writeFailure(error, 'write', file);
  }
}

export async function replaceLessons(file: string, lessons: readonly Lesson[]): Promise<void> {
  await writeFileAtomic(file, lessons.map((lesson) => `${JSON.stringify(lesson)}\n`).join(''));
}

function parsed(line: string): Lesson | null {
  if (line.trim() === '') return null;
  try {
    return lessonSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
