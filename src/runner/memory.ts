import type { Lesson } from '../core/reflection.ts';
import type { Settings } from '../core/settings.ts';
import { recall } from '../memory/recall.ts';
import type { Concern } from '../memory/similarity.ts';
import type { Project } from '../store/layout.ts';
import { keepLesson, lessonsFile, readLessons } from '../store/lessons.ts';

/** Lessons of earlier loops. Rejects where the files cannot be read or written; the loop goes on without them. */
export interface Memory {
  recall(concern: Concern): Promise<Lesson[]>;
  keep(lesson: Lesson): Promise<void>;
}

/** Lessons of one project; where they are asked for per user, those of all of the user's projects as well. */
export function lessonMemory(project: Project, scope: Settings['memory']['lessons'], now: () => number): Memory {
  const files = [lessonsFile(project, 'project'), ...(scope === 'user' ? [lessonsFile(project, 'user')] : [])];
  return {
    async recall(concern) {
      const all = (await Promise.all(files.map(readLessons))).flat();
      const once = new Map(all.map((lesson) => [`${lesson.project} ${lesson.loop}`, lesson]));
      return recall([...once.values()], concern, now());
    },
    async keep(lesson) {
      for (const file of files) await keepLesson(file, lesson);
    },
  };
}
