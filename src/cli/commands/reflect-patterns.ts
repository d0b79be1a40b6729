import { similarity } from '../../memory/similarity.ts';
import { stateHome } from '../../store/home.ts';
import { lessonFiles, readLessons } from '../../store/lessons.ts';
import type { CommandContext } from '../context.ts';
import { projectHere } from '../project-here.ts';

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = 0.2;

/** The newest first; with a query the most similar first, and only those that have something to do with it. */
export default async function reflectPatterns(
  context: CommandContext,
  words: readonly string[],
  { json = false, user = false }: { json?: boolean; user?: boolean },
): Promise<number> {
  const query = words.length === 0 ? undefined : words.join(' ');
  const project = await projectHere(context, await stateHome(context.env));
  const files = await lessonFiles(project, user ? 'user' : 'project');
  const lessons = (await Promise.all(files.map(readLessons))).flat();
  const found = lessons
    .map((lesson) => ({ lesson, score: query === undefined ? null : asked(query, lesson) }))
    .filter(({ score }) => score === null || score >= SHOWN)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || b.lesson.at - a.lesson.at);
  if (json) {
    const rows = found.map(({ lesson, score }) => ({ ...lesson, ...(score !== null && { similarity: score }) }));
    context.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  if (found.length === 0) {
    context.stdout.write(
      `no lessons ${query === undefined ? `of earlier loops ${user ? 'of yours' : 'here'} yet` : 'like that'}\n`,
    );
  }
  for (const { lesson, score } of found) {
    const age = Math.floor((Date.now() - lesson.at) / DAY);
    const like = score === null ? '' : `  similarity ${score.toFixed(2)}`;
    context.stdout.write(
      `${lesson.loop}  ${lesson.outcome}  ${lesson.kind}  ${age} ${age === 1 ? 'day' : 'days'} old${like}\n    task    ${lesson.task}\n`,
    );
    if (lesson.failures[0]) context.stdout.write(`    failed  ${lesson.failures[0]}\n`);
    context.stdout.write(`    lesson  ${lesson.lesson}\n`);
  }
  return 0;
}

/** The query may be a task or an error. */
function asked(query: string, lesson: { task: string; failures: string[] }): number {
  return Math.max(
    similarity({ task: query, failures: [] }, { ...lesson, failures: [] }),
    similarity({ task: '', failures: [query] }, lesson),
  );
}
