import { nextLaunch } from './agents/availability.ts';
import { budgetSpent } from './agents/spending.ts';
import { nextReinforcement } from './prompt/reinforcement.ts';
import { didFail } from './reflection/evidence.ts';
import { endingFor } from './selection/goal.ts';
import { baselineFor } from './state/baseline.ts';
import type { Decision, Ending } from './state/decision.ts';
import {
  currentIteration,
  isAgentAtWork,
  type LoopState,
  openRecovery,
  type SnapshotRef,
  seenOf,
  seenRef,
  snapshotRef,
} from './state/state.ts';
import type { Step } from './state/step.ts';
import { crossCheck } from './verification/cross-checks.ts';
import { mayLackTests, testsToReveal } from './verification/held-out.ts';
import { dueHook } from './verification/hooks.ts';
import { movedBack } from './verification/moved-back.ts';
import { dueSetup } from './verification/setup.ts';

/**
 * Pure: the log folded so far says what comes next; null means that the loop has ended, or that an agent outside of it works. A step that needs the workspace
 * to hold a certain tree is preceded by a restore whenever something may have changed it: after checks, after a
 * rollback, after a crash. There is no other recovery code.
 */
export function nextStep(state: LoopState): Step | null {
  const step = plannedStep(state);
  return dueHook(state, step) ?? step;
}

function plannedStep(state: LoopState): Step | null {
  if (state.ended) return null;
  if (state.abort) return abortStep(state, state.abort);
  if (state.unsaved) return saveStep(state);

  const current = currentIteration(state);
  if (!current) return dueSetup(state, null) ?? { type: 'take-snapshot', iteration: 0, parent: null };
  if (isAgentAtWork(state)) return null;
  if (!current.snapshot)
    return { type: 'take-snapshot', iteration: current.n, parent: state.start && seenOf(state.start).commit };
  if (!current.verdicts) {
    return toJudge(state, seenRef(state, current.n), { type: 'verify', iteration: current.n });
  }
  if (!current.decision) {
    const baseline = baselineFor(state, current.n)?.n ?? 0;
    const check = crossCheck(state, current);
    if (check) return toJudge(state, seenRef(state, check.type === 'reverify' ? check.iteration : current.n), check);
    const guarded = current.findings !== null || current.byHand || current.n === 0 || !state.settings.guard.enabled;
    if (!guarded) return { type: 'guard', iteration: current.n, baseline };
    const needsReflection = state.settings.memory.reflections && didFail(current) && !current.reflected;
    return { type: needsReflection ? 'reflect' : 'judge', iteration: current.n };
  }
  const level = nextReinforcement(state);
  if (level) return { type: 'reinforce', iteration: current.n, ...level };
  if (asksPerson(current.decision)) {
    const asking = gateStep(state, current.n, current.decision);
    if (asking) return asking;
  }
  if (current.decision.ending) return endStep(state, current.decision, current.decision.ending);
  if (current.decision.recovery) {
    const recovering = recoveryStep(state, current.n);
    if (recovering) return recovering;
  }
  if (current.n === 0 && state.lessons === null && state.settings.memory.lessons !== 'off') return { type: 'recall' };
  return launchStep(state, current.n + 1);
}

/** Runs a free agent, or waits for one. A run that hit a limit may have used up the budget. */
function launchStep(state: LoopState, iteration: number): Step {
  if (!state.start) throw new Error(`${state.id} has no tree to start from`);
  const back = movedBack(state, state.start.iteration);
  if (back) return back;
  if (state.reverify === state.start.iteration) {
    return toJudge(state, seenOf(state.start), { type: 'reverify', iteration: state.start.iteration });
  }
  const { agent, limits } = state.settings;
  if (state.misses > 0) {
    const spent = budgetSpent(state.spent, limits);
    if (spent) return limitStep(state, spent, 'budget');
    if (state.activeMs >= limits.timeoutMinutes * 60_000)
      return limitStep(state, `${limits.timeoutMinutes} minutes of running time used`, 'time-limit');
  }
  const launch = nextLaunch(inTurn(state), state.lastAt, agent);
  if (launch.type === 'none')
    return endStep(state, { reason: `no agent can run: ${launch.reason}` }, 'agent-cannot-run');
  if (launch.type === 'wait') return launch;
  const tests = testsToReveal(state, state.start);
  if (tests.length > 0) return { type: 'reveal-tests', start: state.start, tests };
  const run: Step = { type: 'run-agent', iteration, agent: launch.agent };
  return state.agent.isOutside ? run : withTree(state, { ...seenOf(state.start), ...state.carried }, run);
}

function limitStep(state: LoopState, reason: string, ending: Ending): Step {
  const end = endingFor(state, state.best, ending, reason);
  return endStep(state, end, end.ending);
}

/** The agents in their order; a recovery that turns to another one begins with the second. */
function inTurn(state: LoopState): LoopState['agents'] {
  const [first, ...others] = state.agents;
  return first && openRecovery(state)?.strategy === 'another-agent' ? [...others, first] : state.agents;
}

/** Checks bring the tree into their room themselves; in place, the workspace must hold it. */
function toJudge(state: LoopState, needed: SnapshotRef, step: Step): Step {
  return state.room.kind === 'in place' ? withTree(state, needed, step) : (dueSetup(state, needed, 'room') ?? step);
}

/** What needs a tree needs the dependencies that its lock files name. */
function withTree(state: LoopState, needed: SnapshotRef, step: Step): Step {
  if (state.workspaceTree !== needed.tree) return { type: 'restore', to: needed };
  return dueSetup(state, needed) ?? step;
}

/** Nothing but a person gets the loop on; one who has answered is not asked again. */
function asksPerson({ ending, rule }: Decision): boolean {
  return (ending === 'escalated' || ending === 'blocked') && rule !== 'gate';
}

/** Told first, then asked; an unattended or expired gate ends the loop and stays to be answered. */
function gateStep(state: LoopState, n: number, { reason, ending }: Decision): Step | null {
  const { gate } = state;
  if (!gate) return { type: 'open-gate', iteration: n };
  if (!gate.notified && mayNotify(state))
    return { type: 'notify', about: 'gate', ending: ending ?? 'escalated', reason };
  return gate.unattended ? null : { type: 'ask', gate };
}

function recoveryStep(state: LoopState, n: number): Step | null {
  const recovery = openRecovery(state);
  if (recovery?.iteration !== n) return { type: 'diagnose', iteration: n };
  return recovery.strategy === null ? { type: 'adapt', iteration: n } : null;
}

function mayNotify({ settings }: LoopState): boolean {
  return settings.notify.command !== undefined || settings.notify.webhook !== undefined;
}

/** People who were notified of the open gate are not notified again that the loop ended at it. */
function endStep(state: LoopState, decision: Pick<Decision, 'reason'>, ending: Ending): Step {
  if (mayNotify(state) && !state.endNotified && !state.gate) {
    return { type: 'notify', about: 'end', ending, reason: decision.reason };
  }
  const end: Step = { type: 'end', ending, reason: decision.reason, best: state.best };
  if (state.best === null || state.agent.isOutside) return end;
  return movedBack(state, state.best) ?? withTree(state, snapshotRef(state, state.best), end);
}

function abortStep(state: LoopState, { revert, toBest, reason: why }: NonNullable<LoopState['abort']>): Step {
  const reason = why ? `aborted by the user: ${why}` : 'aborted by the user';
  const end: Step = { type: 'end', ending: 'aborted', reason, best: state.best };
  const target = revert ? 0 : toBest ? state.best : null;
  if (target === null || !state.iterations[target]?.snapshot) return mayLackTests(state) ? { type: 'put-back' } : end;
  if (state.unsaved) return { type: 'save-workspace', adoptAs: null, expected: null };
  return movedBack(state, target) ?? withTree(state, snapshotRef(state, target), end);
}

/** A person's work is adopted only if nothing was in progress; an interrupted agent's half-done work is kept aside. */
function saveStep(state: LoopState): Step {
  return {
    type: 'save-workspace',
    adoptAs: state.atRest ? state.iterations.length : null,
    expected: (state.carried ?? state.left ?? (state.start && seenOf(state.start)))?.tree ?? null,
  };
}
