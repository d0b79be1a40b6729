import { stallAlert } from './alerts.ts';
import type { EventOf, LoopEvent, Recorded } from './events.ts';
import { comparesWithApproved, gateAnswered, gateOpened, withoutSettledGate } from './gate.ts';
import { outcomes } from './outcome.ts';
import { concluded, recoveryAdapted, recoveryDiagnosed } from './recovery/fold.ts';
import { startingLevel } from './reinforcement.ts';
import { currentIteration, type IterationState, knownTree, type LoopState } from './state.ts';

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
  const gap = BETWEEN_SESSIONS.has(event.type) ? 0 : Math.max(0, at - state.lastAt);
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
      return { ...state, settings: event.settings };
    case 'workspace-saved':
      return saved(state, event, at);
    case 'workspace-restored':
      return { ...state, workspaceTree: event.tree };
    case 'agent-started':
      return agentStarted(state, event, at);
    case 'agent-finished': {
      const { type, iteration, ...agent } = event;
      return update(state, iteration, { agent }, at);
    }
    case 'snapshot-taken':
      return snapshotTaken(state, event, at);
    case 'checks-started':
      return { ...state, workspaceTree: null };
    case 'metrics-taken': {
      const { metrics, alerts, lost, testsFile, durationMs } = event;
      return update(state, event.iteration, { metrics, alerts, lost, testsFile, measuringMs: durationMs }, at);
    }
    case 'checks-finished':
      return update({ ...state, workspaceTree: null }, event.iteration, { verdicts: event.verdicts }, at);
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
      return withoutSettledGate({ ...state, marked: [...state.marked, { id: event.id, reason: event.reason }] });
    case 'loop-paused':
      return { ...state, status: 'paused', pausedBy: event.cause, atRest: !underWay(state) };
    case 'abort-requested':
      return { ...state, abort: { revert: event.revert }, ended: null, status: 'running' };
    case 'loop-ended':
      return ended(state, event, at);
    case 'iteration-applied':
      return { ...state, workspaceTree: event.tree };
  }
}

function created(event: EventOf<'loop-created'>, at: number): Omit<LoopState, 'lastSeq'> {
  const { loop, task, criteria, taskType, settings, template, agent, workspace } = event;
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
    createdAt: at,
    status: 'running',
    iterations: [],
    best: null,
    start: null,
    workspaceTree: null,
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
  };
}

/** An agent or check that had begun and not ended is forgotten, so that nextStep does it again from its snapshot. */
function resumed(state: LoopState): LoopState {
  const last = currentIteration(state);
  let iterations = state.iterations;
  if (last && last.run !== null && last.agent === null) iterations = iterations.slice(0, -1);
  else if (last && state.ended && !state.gate) iterations = [...iterations.slice(0, -1), reopened(state, last)];
  const rested = state.atRest;
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
    rulesSince: rested && !state.gate ? Math.max(0, iterations.length - 1) : state.rulesSince,
  };
}

/** The last iteration of an ended loop is judged again, under what may be new limits; what could not be measured is measured again. */
function reopened(state: LoopState, last: IterationState): IterationState {
  const measured = last.verdicts?.every((verdict) => verdict.outcome !== 'unmeasured') ?? false;
  const keep = measured && !comparesWithApproved(state);
  const { verdicts, reflected } = keep ? last : { verdicts: null, reflected: null };
  return { ...last, decision: null, verdicts, reflected };
}

function saved(state: LoopState, event: EventOf<'workspace-saved'>, at: number): LoopState {
  const next = { ...state, unsaved: false, atRest: false };
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
  return { ...next, iterations: [...state.iterations, iteration], workspaceTree: event.tree };
}

function agentStarted(state: LoopState, event: EventOf<'agent-started'>, at: number): LoopState {
  const iteration: IterationState = {
    ...blank(event.iteration, at),
    parent: state.start?.iteration ?? null,
    startTree: state.start?.tree ?? null,
    run: event.run,
    prompt: event.prompt,
  };
  return {
    ...state,
    iterations: [...state.iterations.slice(0, event.iteration), iteration],
    workspaceTree: null,
  };
}

function snapshotTaken(state: LoopState, event: EventOf<'snapshot-taken'>, at: number): LoopState {
  const { type, iteration, ...snapshot } = event;
  const known = state.iterations[iteration]
    ? state
    : { ...state, iterations: [...state.iterations, blank(iteration, at)] };
  return { ...update(known, iteration, { snapshot }, at), workspaceTree: snapshot.tree };
}

function judged(state: LoopState, event: EventOf<'iteration-judged'>, at: number): LoopState {
  const { score, quality, classification, best, decision } = event;
  const raised = (state.iterations[event.iteration]?.alerts ?? []).filter(({ type }) => type !== 'stall');
  const alerts = classification === 'stalled' ? [...raised, stallAlert()] : raised;
  const next = update(state, event.iteration, { score, quality, classification, best, decision, alerts }, at);
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
    prompt: null,
    agent: null,
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
    score: null,
    quality: null,
    classification: null,
    best: null,
    decision: null,
    startedAt: at,
    endedAt: at,
  };
}
