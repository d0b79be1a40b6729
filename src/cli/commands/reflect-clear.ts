import { UsageError } from '../../config/errors.ts';
import type { Lesson } from '../../core/reflection.ts';
import { stateHome } from '../../store/home.ts';
import { lessonFiles, readLessons, replaceLessons } from '../../store/lessons.ts';
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
  const files = await lessonFiles(project, user ? 'user' : 'project');
  const kept = await Promise.all(files.map(async (file) => ({ file, lessons: await readLessons(file) })));
  const forgotten =
    loop === undefined
      ? null
      : theOne(
          loop,
          kept.flatMap(({ lessons }) => lessons),
        );
  let gone = 0;
  for (const { file, lessons } of kept) {
    const rest = forgotten === null ? [] : lessons.filter((lesson) => lesson.loop !== forgotten);
    if (rest.length < lessons.length) await replaceLessons(file, rest);
    gone += lessons.length - rest.length;
  }
  context.stdout.write(`${gone} ${gone === 1 ? 'lesson' : 'lessons'} forgotten\n`);
  return 0;
}

/** By its loop's id or the beginning of one, as long as that leaves no doubt. */
function theOne(loop: string, lessons: readonly Lesson[]): string {
  const ids = [...new Set(lessons.map((lesson) => lesson.loop).filter((id) => id.startsWith(loop)))];
  const [id, ...others] = ids.includes(loop) ? [loop] : ids;
  if (id === undefined) throw new UsageError(`no lesson comes from ${loop}`, 'jumar reflect patterns lists them');
  if (others.length > 0) throw new UsageError(`several loops begin with ${loop}`, ids.slice(0, 5).join(', '));
  return id;
}
