import { UsageError } from '../../config/errors.ts';
import { stateHome } from '../../store/home.ts';
import { lessonsFile, readLessons, replaceLessons } from '../../store/lessons.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { projectHere } from '../project-here.ts';

export default async function reflectClear(
  context: CommandContext,
  loop: string | undefined,
  { user = false }: { user?: boolean },
): Promise<number> {
  await refuseBeneathAgent(context, 'reflect clear');
  const project = await projectHere(context, await stateHome(context.env));
  const file = lessonsFile(project, user ? 'user' : 'project');
  const lessons = await readLessons(file);
  const kept = loop === undefined ? [] : lessons.filter((lesson) => !lesson.loop.startsWith(loop));
  if (loop !== undefined && kept.length === lessons.length) {
    throw new UsageError(`no lesson comes from ${loop}`, 'jumar reflect patterns lists them');
  }
  if (lessons.length > 0) await replaceLessons(file, kept);
  const gone = lessons.length - kept.length;
  context.stdout.write(`${gone} ${gone === 1 ? 'lesson' : 'lessons'} forgotten\n`);
  return 0;
}
