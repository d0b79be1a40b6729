import { similarity } from '../core/reflection/similarity.ts';
import type { Lesson } from '../core/state/lesson.ts';
import { stateHome } from '../store/home.ts';
import { lessonFiles, readLessons, replaceLessons } from '../store/lessons.ts';
import { UsageError } from '../system/usage-error.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { projectHere } from './project-here.ts';

const LEAST_SIMILAR = 0.2;

export interface LessonScope {
  /** Include all of the user's projects. */
  user?: boolean | undefined;
}

/** Lessons of earlier loops, newest first. With a query: only related ones, most similar first. */
export async function findLessons(
  context: AppContext,
  { query, ...scope }: LessonScope & { query?: string | undefined },
): Promise<{ lesson: Lesson; score: number | null }[]> {
  const lessons = (await readLessonFiles(context, scope)).flatMap((file) => file.lessons);
  return lessons
    .map((lesson) => ({ lesson, score: query === undefined ? null : likeness(query, lesson) }))
    .filter(({ score }) => score === null || score >= LEAST_SIMILAR)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || b.lesson.at - a.lesson.at);
}

/** Deletes the lessons of all earlier loops, or of one. Returns how many. */
export async function forgetLessons(
  context: AppContext,
  { loop, ...scope }: LessonScope & { loop?: string | undefined },
): Promise<number> {
  await refuseBeneathAgent(context, 'reflect clear');
  const files = await readLessonFiles(context, scope);
  const all = files.flatMap(({ lessons }) => lessons);
  const forgottenLoop = loop === undefined ? null : oneLoop(loop, all);
  let count = 0;
  for (const { file, lessons } of files) {
    const rest = forgottenLoop === null ? [] : lessons.filter((lesson) => lesson.loop !== forgottenLoop);
    if (rest.length < lessons.length) await replaceLessons(file, rest);
    count += lessons.length - rest.length;
  }
  return count;
}

async function readLessonFiles(context: AppContext, { user = false }: LessonScope) {
  const project = await projectHere(context, await stateHome(context.env));
  const files = await lessonFiles(project, user ? 'user' : 'project');
  return Promise.all(files.map(async (file) => ({ file, lessons: await readLessons(file) })));
}

/** The query may be a task or an error. */
function likeness(query: string, lesson: { task: string; failures: string[] }): number {
  return Math.max(
    similarity({ task: query, failures: [] }, { ...lesson, failures: [] }),
    similarity({ task: '', failures: [query] }, lesson),
  );
}

/** Finds a loop by its id or an unambiguous start of it. */
function oneLoop(loop: string, lessons: readonly Lesson[]): string {
  const ids = [...new Set(lessons.map((lesson) => lesson.loop).filter((id) => id.startsWith(loop)))];
  const [id, ...others] = ids.includes(loop) ? [loop] : ids;
  if (id === undefined) throw new UsageError(`there is no lesson from ${loop}`, 'jumar reflect patterns lists them');
  if (others.length > 0) throw new UsageError(`several loops begin with ${loop}`, ids.slice(0, 5).join(', '));
  return id;
}
