import { describeCriterion } from '../../core/criteria/describe.ts';
import { allHold } from '../../core/criteria/verdict.ts';
import { outcomes } from '../../core/state/outcome.ts';
import { type IterationState, judgedLaunches, type LoopState } from '../../core/state/state.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { plural } from './format.ts';
import { changeText, learningOf, learningText } from './learnings.ts';

/** So many of the latest iterations: the file must not grow with the loop. */
const SHOWN = 50;

/** `current-loop.json`: the state of the loop in the words of a loop orchestrator. */
export function currentLoop(state: LoopState) {
  const { ended, settings } = state;
  const judged = state.iterations.filter(({ n, decision }) => n > 0 && decision !== null);
  const iterations = judged.slice(-SHOWN).map((iteration) => ({
    number: iteration.n,
    action: changeText(iteration),
    result: resultOf(iteration),
    learnings: learningsIn(state, iteration),
  }));
  return {
    active: ended === null,
    /** It has ended, and `jumar resume` can go on with it. */
    resumable: ended !== null && outcomes[ended.ending].resumable,
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

/** What the checks showed: `1 test failing - date edge case`. */
function resultOf({ verdicts, decision }: IterationState): string | null {
  const all = verdicts ?? [];
  if (allHold(all))
    return decision?.ending === 'completed' ? 'all checks pass' : `all checks pass; ${decision?.reason}`;
  const failing = all
    .filter(({ outcome }) => outcome !== 'pass')
    .map(({ reason, tests, failures = [] }) => {
      const what = tests && tests.failed > 0 ? `${plural(tests.failed, 'test')} failing` : reason;
      const first = failures[0];
      return first ? `${what} - ${oneLine([first.name, first.message].filter(Boolean).join(': '), 200)}` : what;
    });
  return failing.join('; ') || null;
}

function learningsIn(state: LoopState, iteration: IterationState): string | null {
  const learning = learningOf(state, iteration);
  return learning && `${learningText(learning)} ${learning.next}`;
}
