import { isForAgentToAdd } from '../criteria/criterion.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { isOptimising, objectiveOf } from '../selection/goal.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * An agent must not work for a judge who cannot see. A check whose command cannot be found stops the loop before the
 * first launch, and so does one that names a script, target or manifest that the project lacks: more often than a task, it is
 * another folder or a typo. In backticks it is the task. A baseline in which no test ran goes on, as the agent may be asked to write the first one.
 */
export const couldNotMeasure: Rule = {
  name: 'could-not-measure',
  judge({ current, state, window }) {
    if (current.n === 0) {
      const missing = current.verdicts?.find((verdict) => isMissing(verdict, state));
      if (missing) return stop(`${missing.reason}; nothing was measured, so no agent was started`);
      if (hasNoObjective(current, state)) return stop(NO_NUMBER);
      const { heldOut } = state;
      return heldOut?.tests.length === 0 ? stop(`no test is held out: ${heldOut.problem}; ${SEE_ALL}`) : null;
    }
    const outside = outsideReason(current);
    if (outside !== null)
      return stop(
        `${outside}. No later iteration could pass either. The work of iteration ${current.n} may be right: jumar apply ${state.id} ${current.n}`,
      );
    const { maxUnmeasured } = state.settings.rules;
    const recent = window.slice(-maxUnmeasured);
    if (recent.length < maxUnmeasured || !recent.every((one) => nothingMeasured(one) || isUnguarded(one))) return null;
    if (recent.every(isUnguarded))
      return stop(`the guard could not judge ${maxUnmeasured} iterations in a row (${current.unguarded})`);
    const verdict = current.verdicts?.find(({ outcome }) => outcome === 'unmeasured');
    const reason = verdict?.reason ?? `the guard could not judge: ${current.unguarded}`;
    return stop(`nothing could be measured in ${maxUnmeasured} iterations in a row (${reason})`);
  },
};

/** What is outside of the project stays as it is now: where nothing else is in the way, more iterations only cost. */
function outsideReason({ verdicts }: IterationState): string | null {
  if (verdicts?.some(({ outcome }) => outcome === 'fail')) return null;
  return verdicts?.find(({ unmeasured }) => unmeasured === 'outside-changed')?.reason ?? null;
}

const NO_NUMBER =
  'the criteria hold, but the objective command prints no number, so no iteration could be better; no agent was started';

const SEE_ALL = 'no agent was started; without --hold-out it sees all tests';

/** Where the criteria fail, the number may come with them. */
function hasNoObjective(current: IterationState, state: LoopState): boolean {
  const holds = current.verdicts?.every(({ outcome }) => outcome === 'pass') ?? false;
  return holds && isOptimising(state) && objectiveOf(current) === null;
}

function isMissing({ unmeasured, criterion }: Verdict, { criteria }: LoopState): boolean {
  if (unmeasured === 'no-script') return !isForAgentToAdd(criteria.find(({ id }) => id === criterion));
  return unmeasured === 'not-found' || unmeasured === 'not-started' || unmeasured === 'no-metric';
}

/** The test run is incomplete for a known reason: that is for the agent to fix. */
const isBroken = (verdict: Verdict) => verdict.unmeasured === 'incomplete';

/** Whether it may be kept is as unknown as if no check had run. */
const isUnguarded = ({ unguarded }: IterationState) => unguarded !== undefined;

function nothingMeasured(iteration: IterationState): boolean {
  return iteration.verdicts?.every((verdict) => verdict.outcome === 'unmeasured' && !isBroken(verdict)) ?? false;
}

function stop(reason: string) {
  return { action: 'stop', ending: 'could-not-measure', reason, confidence: 0.95 } as const;
}
