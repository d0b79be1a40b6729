import { stallAlert } from './alerts.ts';
import { afterRun, forgiven, isMiss, standings } from './availability.ts';
import type { EventOf, LoopEvent, Recorded } from './events.ts';
import { comparesWithApproved, gateAnswered, gateOpened, withoutSettledGate } from './gate.ts';
import { outcomes } from './outcome.ts';
import { concluded, recoveryAdapted, recoveryDiagnosed } from './recovery/fold.ts';
import { startingLevel } from './reinforcement.ts';
import { nothingSpent, spend } from './spending.ts';
import { currentIteration, type IterationState, knownTree, type LoopState } from './state.ts';
import { evolveVerification } from './verification/evolve.ts';
import { blankChecks, freshLoopChecks, uncheckedAgain } from './verification/state.ts';

/** Recorded while no session runs, or as its first word: the time before them was nobody's running time. */
const BETWEEN_SESSIONS = new Set<LoopEvent['type']>([
  'session-started',
  'gate-answered',
  'gate-unattended',
  'finding-marked',
  'iteration-applied',
]);

/** What is true after one more event. Pure and total over any log that the runner can write. */
export function evolve(state: LoopState | null, record: Recorded): LoopState {
  const { event, at, seq } = record;
  if (event.type === 'loop-created') return { ...created(event, at), lastSeq: seq };
  if (state === null) throw new Error(`event ${seq} (${event.type}) comes before loop-created`);
  const idle = state.waiting !== null || BETWEEN_SESSIONS.has(event.type);
  const gap = idle ? 0 : Math.max(0, at - state.lastAt);
  return {
    ...applied(state, event, at),
    activeMs: state.activeMs + (state.status === 'running' || state.status === 'completing' ? gap : 0),
    lastAt: at,
    lastSeq: seq,
  };
}

export function fold(records: Iterable<Recorded>): LoopState | null {
  let state: LoopState | null = null;
  for (const record of records) state = evolve(state, record);
  return state;
}

function applied(state: LoopState, event: Exclude<LoopEvent, { type: 'loop-created' }>, at: number): LoopState {
  switch (event.type) {
    case 'session-started':
      return event.resumed ? resumed(state) : state;
    case 'settings-changed':
      return { ...state, settings: event.settings, agents: agentsOf(state, event.settings.agent.names) };
    case 'workspace-saved':
      return saved(state, event, at);
    case 'workspace-restored':
      return { ...state, workspaceTree: event.tree };
    case 'agent-started':
      return agentStarted(state, event, at);
    case 'agent-finished':
      return agentFinished(state, event, at);
    case 'agent-cancelled':
      return {
        ...update(state, event.iteration, { cancelled: true }, at),
        spent: spend(state.spent, { ...event, outcome: 'cancelled' }),
      };
    case 'wait-started':
      return { ...state, waiting: { agent: event.agent, until: event.until, reason: event.reason } };
    case 'wait-ended':
      return { ...state, waiting: null };
    case 'snapshot-taken':
      return snapshotTaken(state, event, at);
    case 'checks-started':
      return { ...state, workspaceTree: null };
    case 'metrics-taken': {
      const { metrics, alerts, lost, testsFile, durationMs } = event;
      return update(state, event.iteration, { metrics, alerts, lost, testsFile, measuringMs: durationMs }, at);
    }
    case 'checks-finished':
      return update(
        { ...state, workspaceTree: null },
        event.iteration,
        { verdicts: event.verdicts, ...(event.kept && { kept: event.kept }) },
        at,
      );
    case 'diff-guarded':
      return update(state, event.iteration, { findings: event.findings, guardMs: event.durationMs }, at);
    case 'iteration-reflected': {
      const { type, iteration, ...reflected } = event;
      return update(state, iteration, { reflected }, at);
    }
    case 'lessons-recalled':
      return { ...state, lessons: event.lessons };
    case 'lesson-kept':
      return { ...state, lesson: event.lesson };
    case 'iteration-judged':
      return judged(state, event, at);
    case 'recovery-diagnosed':
      return recoveryDiagnosed(state, event, at);
    case 'recovery-adapted':
      return recoveryAdapted(state, event, at);
    case 'reinforcement-changed': {
      const { iteration, from, to, reason } = event;
      const reinforcementHistory = [...state.reinforcementHistory, { at, iteration, from, to, reason }];
      return { ...state, reinforcement: to, reinforcementHistory };
    }
    case 'gate-opened':
      return gateOpened(state, event, at);
    case 'gate-answered':
      return gateAnswered(state, event);
    case 'gate-unattended':
      return { ...state, gate: state.gate && { ...state.gate, unattended: true } };
    case 'notified':
      return event.about === 'gate'
        ? { ...state, gate: state.gate && { ...state.gate, notified: true } }
        : { ...state, endNotified: true };
    case 'finding-marked':
      return withoutSettledGate({
        ...state,
        marked: [
          ...state.marked.filter(({ id }) => id !== event.id),
          ...(event.falsePositive ? [{ id: event.id, reason: event.reason }] : []),
        ],
      });
    case 'loop-paused':
      return { ...state, status: 'paused', pausedBy: event.cause, atRest: !underWay(state) };
    case 'abort-requested':
      return {
        ...state,
        abort: { revert: event.revert, ...(event.reason !== undefined && { reason: event.reason }) },
        ended: null,
        status: 'running',
      };
    case 'loop-ended':
      return ended(state, event, at);
    case 'iteration-applied':
      return { ...state, workspaceTree: event.tree };
    default:
      return evolveVerification(state, event, (n, change) => update(state, n, change, at));
  }
}

function created(event: EventOf<'loop-created'>, at: number): Omit<LoopState, 'lastSeq'> {
  const { loop, task, criteria, taskType, settings, template, agent, workspace, toolchain } = event;
  return {
    id: loop,
    task,
    criteria,
    taskType,
    settings,
    template,
    loopType: event.loopType ?? null,
    lessons: null,
    lesson: null,
    agent,
    workspace,
    ...(toolchain && { toolchain }),
    createdAt: at,
    agents: standings(settings.agent.names.length > 0 ? settings.agent.names : [agent.name]),
    spent: nothingSpent,
    status: 'running',
    iterations: [],
    best: null,
    start: null,
    workspaceTree: null,
    carried: null,
    missed: false,
    misses: 0,
    waiting: null,
    unsaved: false,
    atRest: false,
    rulesSince: 0,
    approved: [],
    rejected: [],
    marked: [],
    recoveries: [],
    reinforcement: startingLevel(settings.reinforcement.setting),
    reinforcementHistory: [],
    gate: null,
    endNotified: false,
    pausedBy: null,
    abort: null,
    ended: null,
    activeMs: 0,
    lastAt: at,
    ...freshLoopChecks(event.protect ?? []),
  };
}

/** An agent or check that had begun and not ended is forgotten, so that nextStep does it again from its snapshot. */
function resumed(state: LoopState): LoopState {
  const last = currentIteration(state);
  let iterations = state.iterations;
  if (last && last.run !== null && last.agent === null) iterations = iterations.slice(0, -1);
  else if (last && state.ended && !state.gate) iterations = [...iterations.slice(0, -1), reopened(state, last)];
  const rested = state.atRest;
  const lost = last && last.run !== null && last.agent === null && !last.cancelled;
  return {
    ...state,
    iterations,
    status: 'running',
    pausedBy: null,
    ended: null,
    gate: state.gate && { ...state.gate, unattended: false },
    endNotified: false,
    unsaved: iterations.length > 0,
    workspaceTree: null,
    setup: state.setup?.ok ? state.setup : null,
    hooked: state.hooked.filter((key) => !/^(?:onStop|postLoop):/.test(key)),
    missed: false,
    waiting: null,
    agents: forgiven(state.agents),
    spent: lost ? spend(state.spent, untold(state.lastAt - last.startedAt)) : state.spent,
    rulesSince: rested && !state.gate ? Math.max(0, iterations.length - 1) : state.rulesSince,
  };
}

/** The last iteration of an ended loop is judged again, under what may be new limits; what could not be measured is measured again. */
function reopened(state: LoopState, last: IterationState): IterationState {
  const measured = last.verdicts?.every((verdict) => verdict.outcome !== 'unmeasured') ?? false;
  const keep = measured && !comparesWithApproved(state);
  return { ...last, decision: null, ...(keep ? {} : { ...uncheckedAgain(), reflected: null }) };
}

function saved(state: LoopState, event: EventOf<'workspace-saved'>, at: number): LoopState {
  const next = { ...state, unsaved: false, atRest: false, missed: false };
  if (state.missed) {
    const carried = event.tree === state.start?.tree ? null : { commit: event.commit, tree: event.tree };
    return { ...next, carried, workspaceTree: event.tree };
  }
  if (!event.adopted) return next;
  const n = state.iterations.length;
  const iteration: IterationState = {
    ...blank(n, at),
    parent: state.start?.iteration ?? null,
    byHand: true,
    snapshot: {
      commit: event.commit,
      tree: event.tree,
      head: event.head,
      changes: { files: 0, insertions: 0, deletions: 0, paths: [] },
      notes: [],
    },
  };
  return { ...next, iterations: [...state.iterations, iteration], workspaceTree: event.tree, carried: null };
}

function agentStarted(state: LoopState, event: EventOf<'agent-started'>, at: number): LoopState {
  const iteration: IterationState = {
    ...blank(event.iteration, at),
    parent: state.start?.iteration ?? null,
    startTree: state.start?.tree ?? null,
    run: event.run,
    by: event.agent ?? state.agent.name,
    prompt: event.prompt,
  };
  return {
    ...state,
    iterations: [...state.iterations.slice(0, event.iteration), iteration],
    workspaceTree: null,
  };
}

/** A run that a limit ended is no iteration: it is forgotten but for what it spent and what it left in the workspace. */
function agentFinished(state: LoopState, event: EventOf<'agent-finished'>, at: number): LoopState {
  const { type, iteration, ...agent } = event;
  const name = state.iterations[iteration]?.by ?? state.agent.name;
  const miss = isMiss(event, state.agents, name);
  const next = {
    ...state,
    spent: spend(state.spent, event),
    agents: afterRun(state.agents, event, name, at, state.settings.agent),
  };
  if (!miss) return update(next, iteration, { agent }, at);
  const iterations = state.iterations.slice(0, iteration);
  return { ...next, iterations, missed: true, unsaved: true, misses: state.misses + 1 };
}

/** A run that died with its runner: nobody knows what it spent. */
function untold(durationMs: number) {
  return { usage: null, costUsd: null, costEstimated: false, durationMs, outcome: 'lost' };
}

function agentsOf(state: LoopState, names: readonly string[]) {
  return names.length > 0 ? standings(names, state.agents) : state.agents;
}

function snapshotTaken(state: LoopState, event: EventOf<'snapshot-taken'>, at: number): LoopState {
  const { type, iteration, ...snapshot } = event;
  const known = state.iterations[iteration]
    ? state
    : { ...state, iterations: [...state.iterations, blank(iteration, at)] };
  const next = update(known, iteration, { snapshot }, at);
  // What was taken back is still in the workspace: a restore comes before anything is verified.
  const workspaceTree = next.iterations[iteration]?.reverted ? null : snapshot.tree;
  const setup = setupAfter(state.setup, iteration, snapshot.locks);
  return { ...next, workspaceTree, setup, carried: null, misses: 0 };
}

/** The first set-up ran for whatever lock files the baseline then turned out to have. */
function setupAfter(setup: LoopState['setup'], iteration: number, locks: string | undefined): LoopState['setup'] {
  return setup && iteration === 0 && setup.locks === null ? { ...setup, locks: locks ?? '' } : setup;
}

function judged(state: LoopState, event: EventOf<'iteration-judged'>, at: number): LoopState {
  const { score, quality, classification, best, decision } = event;
  const decidingMs = Math.max(0, at - state.lastAt);
  const raised = (state.iterations[event.iteration]?.alerts ?? []).filter(({ type }) => type !== 'stall');
  const alerts = classification === 'stalled' ? [...raised, stallAlert()] : raised;
  const judgement = { score, quality, classification, best, decision, alerts, decidingMs };
  const next = update(state, event.iteration, judgement, at);
  const from = decision.action === 'rollback' ? best : event.iteration;
  return {
    ...next,
    best,
    start: knownTree(next, from),
    recoveries: concluded(state, event, at),
    status: decision.ending ? 'completing' : 'running',
  };
}

function ended(state: LoopState, event: EventOf<'loop-ended'>, at: number): LoopState {
  const { ending, reason, best } = event;
  const kept = ending === 'aborted' ? state.start : best === null ? null : knownTree(state, best);
  return {
    ...state,
    status: outcomes[ending].status,
    ended: { ending, reason, best, at },
    start: kept,
    atRest: true,
  };
}

function underWay(state: LoopState): boolean {
  const last = currentIteration(state);
  return last !== undefined && last.decision === null;
}

function update(state: LoopState, n: number, change: Partial<IterationState>, at: number): LoopState {
  const iterations = [...state.iterations];
  const before = iterations[n];
  if (!before) throw new Error(`iteration ${n} of ${state.id} was never begun`);
  iterations[n] = { ...before, ...change, endedAt: at };
  return { ...state, iterations };
}

function blank(n: number, at: number): IterationState {
  return {
    n,
    parent: null,
    startTree: null,
    byHand: false,
    run: null,
    by: null,
    prompt: null,
    agent: null,
    cancelled: false,
    snapshot: null,
    verdicts: null,
    metrics: null,
    alerts: [],
    findings: null,
    guardMs: 0,
    reflected: null,
    lost: null,
    testsFile: null,
    measuringMs: 0,
    decidingMs: 0,
    score: null,
    quality: null,
    classification: null,
    best: null,
    decision: null,
    startedAt: at,
    endedAt: at,
    ...blankChecks(),
  };
}
