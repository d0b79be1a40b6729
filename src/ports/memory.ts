import type { Concern } from '../core/reflection/similarity.ts';
import type { Lesson } from '../core/state/lesson.ts';

/** Lessons of earlier loops. Rejects if the files cannot be read or written; the loop goes on without them. */
export interface Memory {
  recall(concern: Concern): Promise<Lesson[]>;
  keep(lesson: Lesson): Promise<void>;
}
