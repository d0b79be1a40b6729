import { type ListPlan, problemsOf } from '../../../app/tasks/plan-list.ts';

const MARKS = { pass: 'holds now', fail: 'fails now', unmeasured: 'cannot be measured now' };

/** What `jumar tasks plan` prints: the list as it was written, what its checks say now, and what to do next. */
export function planText(plan: ListPlan, { isSound, out }: { isSound: boolean; out: string | undefined }): string {
  const { text, tasks, costUsd } = plan;
  const lines = [
    ...(text === null ? [] : [text.trim(), '']),
    ...tasks.flatMap(({ task, checks, problem }) => [
      task.id,
      ...checks.map(
        (check) => `  ${check.text}: ${MARKS[check.outcome]}${check.outcome === 'pass' ? '' : ` (${check.reason})`}`,
      ),
      ...(problem === null ? [] : [`  problem: ${problem}`]),
    ]),
    '',
    ...(isSound
      ? [
          `each of ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} has a check that does not hold yet`,
          out === undefined
            ? 'nothing was written or started; --out tasks.md writes it'
            : `run it with: jumar tasks run ${out}`,
        ]
      : ['not a list that can be run:', ...problemsOf(plan).map((one) => `  ${one}`)]),
    ...(costUsd ? [`cost $${costUsd.toFixed(2)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
