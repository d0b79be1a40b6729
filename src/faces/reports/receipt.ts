import { remedyOf } from '../../core/analytics/remedy-of.ts';
import { trajectoryOf } from '../../core/analytics/trajectory.ts';
import { allHold } from '../../core/criteria/verdict.ts';
import { falsePositives } from '../../core/findings/false-positives.ts';
import { lossesIn } from '../../core/findings/losses.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { sandboxInUse } from '../../core/state/cell.ts';
import { EXIT_INTERRUPTED, outcomes } from '../../core/state/outcome.ts';
import { shownBy, showsDone } from '../../core/state/shown-by.ts';
import { changesIn, type LoopState, netChangesIn } from '../../core/state/state.ts';
import { committedIn } from '../../core/verification/committed.ts';
import { evidenceReceipt, heldOutReceipt } from './evidence-receipt.ts';
import { timesOf } from './format.ts';
import { headlineOf } from './headline.ts';
import { humanDecisions } from './human-decisions.ts';
import { ownFigures, ownTimes } from './own-figures.ts';
import { recoveryHistory } from './recovery-history.ts';
import { setAsideReceipt } from './set-aside.ts';

/** The receipt, written as `result.json`: the task, the checks with their results, and why the loop continued or stopped. */
export function receiptOf(state: LoopState) {
  const { ended, best } = state;
  const bestIteration = best === null ? null : (state.iterations[best] ?? null);
  const times = timesOf(state);
  return {
    schema: 'jumar-result/1',
    loop: state.id,
    status: state.status,
    ending: ended?.ending ?? null,
    reason: ended?.reason ?? (state.status === 'paused' ? 'paused' : null),
    remedy: remedyOf(state),
    exit_code: exitCodeIn(state),
    verified: bestIteration ? showsDone(state, bestIteration) && allHold(bestIteration.verdicts ?? []) : false,
    task: state.task,
    criteria: state.criteria.map(({ id, kind, text }) => ({ id, kind, text })),
    criteria_from: state.criteriaFrom,
    /** What shows the task: the checks, tests that the agent wrote, or nothing. */
    shown_by: shownBy(state),
    agent: state.agent,
    workspace: state.workspace,
    /** Where the checks of what is kept ran: room, copy or in place; and the agent's sandbox. */
    checked_in: { ...(bestIteration?.checkedIn ?? state.room), ...carriedIn(state) },
    agent_sandbox: sandboxInUse(state),
    started_at: iso(state.createdAt),
    ended_at: ended ? iso(ended.at) : null,
    active_ms: times.totalMs,
    agent_ms: times.agentMs,
    checks_ms: times.checksMs,
    /** Where running time went; the parts sum up to active_ms. */
    time_ms: state.time,
    /** How many tests failed, from the baseline to the best iteration; null if they were not counted. */
    failing_tests: failingIn(state),
    own: ownFigures(state),
    agent_runs: state.spent.runs - state.spent.questions,
    ...spentReceipt(state),
    ...alertsReceipt(state),
    human_decisions: humanDecisions(state),
    problems: state.mishaps.map(({ at, what }) => ({ timestamp: iso(at), what })),
    recovery_history: recoveryHistory(state),
    best,
    selected_tree: bestIteration?.snapshot?.tree ?? null,
    undone_but_committed: committedIn(state),
    held_out: heldOutReceipt(state),
    /** What restores took out of the workspace that no step of the loop had made. */
    set_aside: setAsideReceipt(state),
    edited_meanwhile: state.ended?.edited?.paths ?? [],
    iterations: iterationReceipts(state),
  };
}

function failingIn(state: LoopState): readonly number[] | null {
  const failing = headlineOf(state)?.failing ?? [];
  return failing.length > 0 ? failing : null;
}

/** Ignored files that count as the agent leaves them: less is protected. */
function carriedIn({ settings: { room } }: LoopState): { carry?: string[] } {
  return room.carry.length > 0 ? { carry: room.carry } : {};
}

/** Null if no process has exited with one: the loop runs, or its process was killed. */
function exitCodeIn({ ended, status }: LoopState): number | null {
  if (ended) return outcomes[ended.ending].exitCode;
  return status === 'paused' ? EXIT_INTERRUPTED : null;
}

/** What the agents spent over all runs. If a run did not report it, the sum is null, not 0, and `spent_at_least` has the known part. */
function spentReceipt({ spent, iterations, ended }: LoopState) {
  const knownSum = (unknown: number, sum: number) => (unknown > 0 || spent.runs === 0 ? null : sum);
  const cost = spent.runs === 0 ? 0 : knownSum(spent.unknownCost, spent.costUsd);
  return {
    cost_usd: cost,
    cost_estimated: spent.estimated,
    cost_per_verified_task: ended?.ending === 'completed' && iterations.length > 1 ? cost : null,
    tokens: spent.runs === 0 ? 0 : knownSum(spent.unknownTokens, spent.tokens),
    spent_at_least: { cost_usd: spent.costUsd, tokens: spent.tokens },
    runs_held_up_or_cut_off: spent.runs - spent.questions - iterations.filter((iteration) => iteration.agent).length,
  };
}

/** What was lost, by guard and metrics, and how much of it was false; a rate is null until a person has decided on one. */
export function alertsReceipt(state: LoopState) {
  const losses = lossesIn(raisedIn(state));
  const of = (holds: (one: Raised) => boolean) => falsePositives(losses.filter(({ main }) => holds(main)));
  const guard = of(({ source }) => source === 'guard');
  const metricAlerts = of(({ source }) => source !== 'guard');
  const all = falsePositives(losses);
  return {
    losses: {
      raised: all.detected,
      caught: all.caught,
      confirmed: all.confirmed,
      false_positives: all.markedFalse,
      false_positive_rate: all.rate,
    },
    guard: {
      findings: guard.detected,
      blocking: guard.blocking,
      caught: guard.caught,
      confirmed: guard.confirmed,
      false_positives: guard.markedFalse,
      false_positive_rate: guard.rate,
    },
    alerts: {
      raised: metricAlerts.detected,
      caught: metricAlerts.caught,
      confirmed: metricAlerts.confirmed,
      false_positives: metricAlerts.markedFalse,
      false_positive_rate: metricAlerts.rate,
    },
  };
}

/** With the score's change from the previous iteration and from the baseline. */
function iterationReceipts(state: LoopState) {
  const points = new Map(trajectoryOf(state).map((point) => [point.iteration, point]));
  return state.iterations.map((one) => ({
    ...iterationReceipt(one),
    score_delta: points.get(one.n)?.delta ?? null,
    score_delta_from_baseline: points.get(one.n)?.fromBaseline ?? null,
  }));
}

export function iterationReceipt(iteration: LoopState['iterations'][number]) {
  return {
    iteration: iteration.n,
    parent: iteration.parent,
    by_hand: iteration.byHand,
    tree: iteration.snapshot?.tree ?? null,
    commit: iteration.snapshot?.commit ?? null,
    changes: changesIn(iteration),
    changes_from_baseline: netChangesIn(iteration),
    prompt: iteration.prompt,
    agent: iteration.agent,
    checks: iteration.verdicts?.map(({ excerpt, ...verdict }) => verdict) ?? null,
    ...evidenceReceipt(iteration),
    score: iteration.score,
    best: iteration.best,
    decision: iteration.decision,
    /** Why the guard could not judge the iteration, and the files that it did not judge. */
    unguarded: iteration.unguarded ?? null,
    not_judged: iteration.notJudged ?? null,
    own: ownTimes(iteration),
    time_ms: iteration.time,
    started_at: iso(iteration.startedAt),
    ended_at: iso(iteration.endedAt),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
