import { appendFile, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Lesson, lessonSchema } from '../core/state/lesson.ts';
import { errnoOf, readFailure, writeFailure } from '../system/errors.ts';
import { ensureFolder, writeFileAtomic } from '../system/files.ts';
import type { Project } from './layout.ts';

export type LessonSource = 'project' | 'user';

const NAME = 'lessons.jsonl';

/** One lesson per line, appended: two loops that end at the same time both save theirs. */
export function lessonsFile(project: Pick<Project, 'folder'>): string {
  return join(project.folder, NAME);
}

/** The lesson files of the project, or of all of the user's projects with this one last. */
export async function lessonFiles(project: Pick<Project, 'folder'>, scope: LessonSource): Promise<string[]> {
  const own = lessonsFile(project);
  if (scope === 'project') return [own];
  const projects = dirname(project.folder);
  const names = await readdir(projects).catch(() => []);
  return [...names.map((name) => join(projects, name, NAME)).filter((file) => file !== own), own];
}

/** The lessons in a file, oldest first, only the last one of each loop. Skips invalid lines. */
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

export async function saveLesson(file: string, lesson: Lesson): Promise<void> {
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
