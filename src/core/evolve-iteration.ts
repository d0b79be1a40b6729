import { afterRun, isMiss } from './agents/availability.ts';
import { spend } from './agents/spending.ts';
import { settled } from './evolve-loop.ts';
import { brokenCriteria } from './findings/broken-criteria.ts';
import { infiniteLoopAlert, type MetricAlert, stallAlert } from './metrics/alerts.ts';
import { concluded } from './recovery/fold.ts';
import { blank } from './state/blank-iteration.ts';
import type { EventOf } from './state/events.ts';
import { withIteration } from './state/iteration-list.ts';
import type { SetAside } from './state/set-aside.ts';
import { type IterationState, type LoopState, seenOf, snapshotRef } from './state/state.ts';
import { shownTo } from './verification/held-out.ts';

export function saved(state: LoopState, event: EventOf<'workspace-saved'>, at: number): LoopState {
  const next = { ...state, unsaved: false, atRest: false, missed: false, left: null };
  if (state.missed) {
    const found = event.seen ?? { commit: event.commit, tree: event.tree };
    const carried = found.tree === (state.start && seenOf(state.start).tree) ? null : found;
    return { ...next, carried, workspaceTree: found.tree };
  }
  if (!event.adopted) return event.unknown ? { ...next, setAside: [...state.setAside, leftover(state, event)] } : next;
  const { iterations } = settled(state);
  const n = iterations.length;
  const iteration: IterationState = {
    ...blank(n, at),
    parent: state.start?.iteration ?? null,
    byHand: true,
    ...(state.heldOut && { shows: shownTo(state.heldOut) }),
    ...(event.changes === undefined && { changesUnknown: true as const }),
    snapshot: {
      commit: event.commit,
      tree: event.tree,
      ...(event.seen && { seen: event.seen }),
      head: event.head,
      changes: event.changes ?? { files: 0, insertions: 0, deletions: 0, paths: [] },
      ...(event.net && { net: event.net }),
      ...(event.locks !== undefined && { locks: event.locks }),
      notes: [],
    },
  };
  const adopted = { reopened: null, workspaceTree: event.found ?? event.tree, carried: null };
  return { ...next, ...adopted, iterations: [...iterations, iteration] };
}

/** An interrupted agent's half-done work or a person's: nobody can tell. */
function leftover(state: LoopState, { name, changes }: EventOf<'workspace-saved'>): SetAside {
  const { paths = [], files = 0 } = changes ?? {};
  return { name, since: state.start?.iteration ?? null, paths, count: files, recovered: false };
}

export function agentStarted(state: LoopState, event: EventOf<'agent-started'>, at: number): LoopState {
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
    iterations: withIteration(state.iterations, event.iteration, iteration, { last: true }),
    reopened: null,
    workspaceTree: null,
  };
}

/** A run that a limit ended is not an iteration: only what it spent and what it left in the workspace is recorded. */
export function agentFinished(state: LoopState, event: EventOf<'agent-finished'>, at: number): LoopState {
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

export function snapshotTaken(state: LoopState, event: EventOf<'snapshot-taken'>, at: number): LoopState {
  const { type, iteration, ...snapshot } = event;
  const begun = state.iterations[iteration]
    ? state
    : { ...state, iterations: withIteration(state.iterations, iteration, blank(iteration, at)) };
  const shows = state.heldOut ? { shows: shownTo(state.heldOut) } : {};
  const next = update(begun, iteration, { snapshot, ...shows }, at);
  // What was taken back is still in the workspace: a restore comes before anything is verified.
  const workspaceTree = next.iterations[iteration]?.reverted ? null : (snapshot.seen ?? snapshot).tree;
  const setup = setupAfter(state.setup, iteration, snapshot.locks);
  const workspaceSetup = setupAfter(state.workspaceSetup, iteration, snapshot.locks);
  return { ...next, workspaceTree, setup, workspaceSetup, carried: null, misses: 0 };
}

/** The first set-up ran for the lock files that the baseline then has. */
function setupAfter<T extends { locks: string | null } | null>(
  setup: T,
  iteration: number,
  locks: string | undefined,
): T {
  return setup && iteration === 0 && setup.locks === null ? { ...setup, locks: locks ?? '' } : setup;
}

export function judged(state: LoopState, event: EventOf<'iteration-judged'>, at: number): LoopState {
  const { score, quality, classification, best, decision } = event;
  const decidingMs = Math.max(0, at - state.lastAt);
  const alerts = alertsOf(state, event);
  const recoveries = concluded(state, event, at);
  const judgement = { score, quality, classification, best, decision, alerts, decidingMs };
  const next = update(state, event.iteration, judgement, at);
  const from = decision.action === 'rollback' && !state.agent.isOutside ? best : event.iteration;
  return {
    ...next,
    best,
    reopened: null,
    start: snapshotRef(next, from),
    recoveries,
    status: decision.ending ? 'completing' : 'running',
  };
}

export function guarded(event: EventOf<'diff-guarded'>): Partial<IterationState> {
  const { findings, skipped, skippedCount, problem, durationMs: guardMs } = event;
  const notJudged = skipped && { files: skipped, count: skippedCount ?? skipped.length };
  return { findings, guardMs, ...(notJudged && { notJudged }), ...(problem !== null && { unguarded: problem }) };
}

/** What was measured, and what only the judgement shows; a second judgement, or a stall that goes on, does not raise it twice. */
function alertsOf(
  state: LoopState,
  { iteration, classification, decision }: EventOf<'iteration-judged'>,
): MetricAlert[] {
  const current = state.iterations[iteration];
  const measured = (current?.alerts ?? []).filter(({ type }) => !BY_JUDGEMENT.has(type));
  const stallBegins = classification === 'stalled' && state.iterations[iteration - 1]?.classification !== 'stalled';
  const broken = current ? brokenCriteria(state, { ...current, alerts: measured }) : null;
  return [
    ...measured,
    ...(broken ? [broken] : []),
    ...(stallBegins ? [stallAlert()] : []),
    ...(decision.rule === 'cycling' ? [infiniteLoopAlert(decision.reason)] : []),
  ];
}

const BY_JUDGEMENT = new Set<MetricAlert['type']>(['stall', 'criterion_broken', 'infinite_loop']);

export function update(state: LoopState, n: number, change: Partial<IterationState>, at: number): LoopState {
  const before = state.iterations[n];
  if (!before) throw new Error(`iteration ${n} of ${state.id} was never begun`);
  return { ...state, iterations: withIteration(state.iterations, n, { ...before, ...change, endedAt: at }) };
}
