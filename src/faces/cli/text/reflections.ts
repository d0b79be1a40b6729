import { lessonsText } from '../../../core/reflection/lessons-text.ts';
import { stuckReflection } from '../../../core/reflection/stuck.ts';
import type { LoopState } from '../../../core/state/state.ts';

/** The reflections of a loop, and the lessons it got from earlier loops. */
export function reflectionsOf(state: LoopState) {
  const reflections = state.iterations.flatMap(({ n, reflected, decision }) =>
    reflected
      ? [
          {
            iteration: n,
            ...reflected.reflection,
            summary: reflected.summary.text,
            problem: reflected.problem,
            decision: decision?.action ?? null,
          },
        ]
      : [],
  );
  const stuck = stuckReflection(state)?.iterations ?? [];
  return { loop: state.id, stuck, reflections, lessons: state.lessons ?? [] };
}

export function reflectionsText({ loop, stuck, reflections, lessons }: ReturnType<typeof reflectionsOf>): string {
  const lines = [loop];
  if (reflections.length === 0) lines.push('  no reflections yet');
  for (const { iteration, kind, whatFailed, why, whatToTry, source, problem, decision } of reflections) {
    lines.push(
      `#${iteration}  ${kind}${source === 'model' ? ', by a model' : ''}${decision === 'rollback' ? ', rolled back' : ''}`,
      `    failed  ${whatFailed}`,
      `    why     ${why}`,
      `    try     ${whatToTry}`,
      ...(problem === null ? [] : [`    note    made by rules: ${problem}`]),
    );
  }
  if (stuck.length > 0) lines.push(`stuck: iterations ${stuck.join(', ')} failed the same way`);
  if (lessons.length > 0) lines.push('lessons from earlier loops', lessonsText(lessons));
  return `${lines.join('\n')}\n`;
}
