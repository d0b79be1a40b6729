import { recall } from '../core/reflection/recall.ts';
import type { Settings } from '../core/state/settings.ts';
import type { Memory } from '../ports/memory.ts';
import type { Project } from './layout.ts';
import { lessonFiles, lessonsFile, readLessons, saveLesson } from './lessons.ts';

/** The lessons of one project, or of all of the user's projects with the scope `user`. */
export function lessonMemory(project: Project, scope: Settings['memory']['lessons'], now: () => number): Memory {
  return {
    async recall(concern) {
      if (scope === 'off') return [];
      const files = await lessonFiles(project, scope);
      return recall((await Promise.all(files.map(readLessons))).flat(), concern, now());
    },
    keep: (lesson) => saveLesson(lessonsFile(project), lesson),
  };
}
