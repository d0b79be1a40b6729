import { appendFile, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Lesson, lessonSchema } from '../core/reflection.ts';
import { errnoOf, readFailure, writeFailure } from './errors.ts';
import { ensureFolder, writeFileAtomic } from './files.ts';
import type { Project } from './layout.ts';

export type LessonScope = 'project' | 'user';

const NAME = 'lessons.jsonl';

/** One lesson a line, appended: two loops that end at the same time both leave theirs. */
export function lessonsFile(project: Pick<Project, 'folder'>): string {
  return join(project.folder, NAME);
}

/** Where the lessons of the project are, or of all of the user's projects, this one last. */
export async function lessonFiles(project: Pick<Project, 'folder'>, scope: LessonScope): Promise<string[]> {
  const own = lessonsFile(project);
  if (scope === 'project') return [own];
  const projects = dirname(project.folder);
  const names = await readdir(projects).catch(() => []);
  return [...names.map((name) => join(projects, name, NAME)).filter((file) => file !== own), own];
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
