import { describeCriterion } from '../../core/criteria/describe.ts';
import { outcomes } from '../../core/state/outcome.ts';
import { type IterationState, judgedLaunches, type LoopState } from '../../core/state/state.ts';

/** So many of the latest iterations: the file must not grow with the loop. */
const SHOWN = 50;

/** `current-loop.json`: the state of the loop in the words of a loop orchestrator. */
export function currentLoop(state: LoopState) {
  const { ended, settings } = state;
  const judged = state.iterations.filter(({ n, decision }) => n > 0 && decision !== null);
  const iterations = judged.slice(-SHOWN).map((iteration) => ({
    number: iteration.n,
    action: actionOf(iteration),
    result: iteration.decision?.reason ?? null,
    learnings: learningsOf(iteration),
  }));
  return {
    active: ended === null || outcomes[ended.ending].resumable,
    loop: state.id,
    status: state.status,
    task: state.task,
    completion: state.criteria.map(describeCriterion).join('; '),
    maxIterations: settings.limits.maxIterations,
    currentIteration: judgedLaunches(state),
    startTime: new Date(state.createdAt).toISOString(),
    timeoutMinutes: settings.limits.timeoutMinutes,
    iterations,
    lastResult: iterations.at(-1)?.result ?? null,
    learnings: iterations.findLast(({ learnings }) => learnings !== null)?.learnings ?? null,
  };
}

function actionOf({ byHand, snapshot }: IterationState): string {
  const { files = 0, paths = [] } = snapshot?.changes ?? {};
  const listed = paths.slice(0, 5).join(', ');
  if (files === 0) return 'changed nothing';
  return `changed ${listed}${files > 5 ? ` and ${files - 5} more` : ''}${byHand ? ' by hand' : ''}`;
}

function learningsOf({ reflected }: IterationState): string | null {
  if (!reflected) return null;
  const { whatFailed, why, whatToTry } = reflected.reflection;
  return `${whatFailed} ${why} ${whatToTry}`;
}
