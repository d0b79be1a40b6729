import type { Lesson } from '../core/reflection.ts';
import type { Settings } from '../core/settings.ts';
import { recall } from '../memory/recall.ts';
import type { Concern } from '../memory/similarity.ts';
import type { Project } from '../store/layout.ts';
import { keepLesson, lessonFiles, lessonsFile, readLessons } from '../store/lessons.ts';

/** Lessons of earlier loops. Rejects where the files cannot be read or written; the loop goes on without them. */
export interface Memory {
  recall(concern: Concern): Promise<Lesson[]>;
  keep(lesson: Lesson): Promise<void>;
}

/** Lessons of one project; where they are asked for per user, those of all of the user's projects as well. */
export function lessonMemory(project: Project, scope: Settings['memory']['lessons'], now: () => number): Memory {
  return {
    async recall(concern) {
      if (scope === 'off') return [];
      const files = await lessonFiles(project, scope);
      return recall((await Promise.all(files.map(readLessons))).flat(), concern, now());
    },
    keep: (lesson) => keepLesson(lessonsFile(project), lesson),
  };
}
