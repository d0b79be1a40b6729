import { lessonsText } from '../../memory/lessons-text.ts';
import { stuckReflection } from '../../memory/stuck.ts';
import type { CommandContext } from '../context.ts';
import { readLoop } from '../loop-reading.ts';
import { say } from '../output.ts';

export default async function reflectShow(
  context: CommandContext,
  id: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const { state } = await readLoop(context, id);
  const reflected = state.iterations.flatMap(({ n, reflected: made, decision }) =>
    made
      ? [
          {
            iteration: n,
            ...made.reflection,
            summary: made.summary.text,
            problem: made.problem,
            decision: decision?.action ?? null,
          },
        ]
      : [],
  );
  const lessons = state.lessons ?? [];
  const stuck = stuckReflection(state)?.iterations ?? [];
  if (json) {
    context.stdout.write(`${JSON.stringify({ loop: state.id, stuck, reflections: reflected, lessons }, null, 2)}\n`);
    return 0;
  }
  const lines = [state.id];
  if (reflected.length === 0) lines.push('  no iteration failed, or none was reflected on');
  for (const { iteration, kind, whatFailed, why, whatToTry, source, problem, decision } of reflected) {
    lines.push(
      `#${iteration}  ${kind}${source === 'model' ? ', by a model' : ''}${decision === 'rollback' ? ', rolled back' : ''}`,
      `    failed  ${whatFailed}`,
      `    why     ${why}`,
      `    try     ${whatToTry}`,
      ...(problem === null ? [] : [`    note    made by rules: ${problem}`]),
    );
  }
  if (stuck.length > 0) lines.push(`stuck: iterations ${stuck.join(', ')} taught the same`);
  if (lessons.length > 0) lines.push('lessons it was given', lessonsText(lessons));
  say(context, `${lines.join('\n')}\n`);
  return 0;
}
