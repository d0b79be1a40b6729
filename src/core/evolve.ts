import { heldUp, standings } from './agents/availability.ts';
import { spend, spendOnQuestion } from './agents/spending.ts';
import { agentFinished, agentStarted, guarded, judged, saved, snapshotTaken, update } from './evolve-iteration.ts';
import { created, ended, resumed, settled, underWay } from './evolve-loop.ts';
import { gateAnswered, gateOpened, isAsking, withoutSettledGate } from './gates/gate.ts';
import { recordStatement } from './people/statements.ts';
import { recoveryAdapted, recoveryDiagnosed } from './recovery/fold.ts';
import type { LoopEvent, Recorded } from './state/events.ts';
import { withIteration } from './state/iteration-list.ts';
import { mishapsAfter } from './state/mishaps.ts';
import { IN_PLACE } from './state/room.ts';
import { recovered } from './state/set-aside.ts';
import type { LoopState } from './state/state.ts';
import { timeAfter } from './state/time-spent.ts';
import { treeAfterChecks } from './state/verification-state.ts';
import { evolveVerification } from './verification/evolve.ts';

/** Recorded while no session runs, or as its first event: the time before them is not running time. */
const BETWEEN_SESSIONS = new Set<LoopEvent['type']>([
  'session-started',
  'gate-answered',
  'gate-unattended',
  'finding-marked',
  'progress-cleared',
  'iteration-applied',
]);

/** What is true after one more event. Pure and total over any log that the runner can write. */
export function evolve(state: LoopState | null, record: Recorded): LoopState {
  const { event, at, seq } = record;
  if (event.type === 'loop-created') return { ...created(event, at), lastSeq: seq };
  if (state === null) throw new Error(`event ${seq} (${event.type}) comes before loop-created`);
  const idle = state.waiting !== null || isAsking(state) || BETWEEN_SESSIONS.has(event.type);
  const gap = idle ? 0 : Math.max(0, at - state.lastAt - (record.slept ?? 0));
  const runs = state.status === 'running' || state.status === 'completing';
  return {
    ...withTime(applied(state, event, at), event, runs ? gap : 0),
    said: recordStatement(state.said, event, at, state),
    mishaps: mishapsAfter(state.mishaps, event, at),
    activeMs: state.activeMs + (runs ? gap : 0),
    lastAt: at,
    lastSeq: seq,
  };
}

/** Adds running time to the loop's, and to that of the iteration which the event is about. */
function withTime(state: LoopState, event: LoopEvent, gapMs: number): LoopState {
  const current = 'iteration' in event && event.iteration !== undefined ? state.iterations[event.iteration] : undefined;
  if (gapMs === 0) return state;
  const time = timeAfter(state.time, event, gapMs);
  if (!current) return { ...state, time };
  const timed = { ...current, time: timeAfter(current.time, event, gapMs) };
  return { ...state, time, iterations: withIteration(state.iterations, current.n, timed) };
}

function applied(state: LoopState, event: Exclude<LoopEvent, { type: 'loop-created' }>, at: number): LoopState {
  switch (event.type) {
    case 'session-started':
      return { ...(event.resumed ? resumed(state) : state), room: event.room ?? IN_PLACE, cell: event.cell ?? null };
    case 'settings-changed':
      return {
        ...state,
        settings: event.settings,
        ...(event.configured && { configured: event.configured }),
        agents: agentsOf(state, event.settings.agent.names),
        protect: [...state.protect, ...(event.protect ?? [])],
      };
    case 'request-refused':
      return state;
    case 'workspace-saved':
      return saved(state, event, at);
    case 'workspace-restored':
      return {
        ...state,
        workspaceTree: event.tree,
        setAside: [...state.setAside, ...(event.setAside ?? []).map((one) => ({ ...one, recovered: false }))],
      };
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
    case 'agent-held':
      return { ...state, agents: heldUp(state.agents, event, at, state.settings.agent) };
    case 'snapshot-taken':
      return snapshotTaken(state, event, at);
    case 'checks-started':
      return { ...state, workspaceTree: treeAfterChecks(state) };
    case 'metrics-taken': {
      const { metrics, alerts, lost, unmended = [], testsFile, reachFile, durationMs } = event;
      const files = { testsFile, ...(reachFile && { reachFile }) };
      const measured = { metrics, alerts, lost, unmended, ...files, measuringMs: durationMs };
      return update(state, event.iteration, measured, at);
    }
    case 'kept-measured': {
      const metrics = state.iterations[event.iteration]?.metrics;
      const measured = metrics && { ...metrics, ...event.metrics };
      return measured ? update(state, event.iteration, { metrics: measured }, at) : state;
    }
    case 'checks-finished':
      return update(
        { ...state, workspaceTree: treeAfterChecks(state) },
        event.iteration,
        {
          verdicts: event.verdicts,
          ...(event.kept && { kept: event.kept }),
          ...(state.room !== IN_PLACE && { checkedIn: state.room }),
        },
        at,
      );
    case 'diff-guarded':
      return update(state, event.iteration, guarded(event), at);
    case 'iteration-reflected': {
      const { type, iteration, ...reflected } = event;
      return update({ ...state, spent: spendOnQuestion(state.spent, event.spent) }, iteration, { reflected }, at);
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
      return { ...state, status: 'completing', gate: state.gate && { ...state.gate, unattended: true } };
    case 'notified':
      return event.about === 'gate'
        ? { ...state, gate: state.gate && { ...state.gate, notified: true } }
        : { ...state, endNotified: true };
    case 'progress-cleared':
      return { ...state, progressSince: event.iteration };
    case 'finding-marked':
      return withoutSettledGate({
        ...state,
        marked: [
          ...state.marked.filter(({ id }) => id !== event.id),
          ...(event.falsePositive ? [{ id: event.id, reason: event.reason }] : []),
        ],
      });
    case 'loop-paused':
      return { ...settled(state), status: 'paused', pausedBy: event.cause, atRest: !underWay(state) };
    case 'abort-requested':
      return {
        ...state,
        abort: {
          revert: event.revert,
          ...(event.toBest && { toBest: true }),
          ...(event.reason !== undefined && { reason: event.reason }),
        },
        ended: null,
        status: 'running',
      };
    case 'loop-ended':
      return ended(state, event, at);
    case 'iteration-applied':
      return { ...state, workspaceTree: event.tree, setAside: recovered(state.setAside, event.name) };
    default:
      return evolveVerification(state, event, (n, change) => update(state, n, change, at));
  }
}

function agentsOf(state: LoopState, names: readonly string[]) {
  return names.length > 0 ? standings(names, state.agents) : state.agents;
}
