import type { EventOf, LoopEvent } from '../state/events.ts';
import type { IterationState, LoopState, SnapshotRef } from '../state/state.ts';
import type { HeldOut } from '../state/verification-state.ts';
import { uncheckedAgain } from '../state/verification-state.ts';

/** The criterion that says how many held-out tests pass. */
export const HELD_OUT = 'held-out';

type HeldOutEvent = Extract<
  LoopEvent,
  { type: 'tests-held-out' | 'held-out-checked' | 'tests-revealed' | 'tests-put-back' }
>;

/** Applies one event about tests that the agent does not see. */
export function evolveHeldOut(state: LoopState, event: HeldOutEvent): LoopState {
  switch (event.type) {
    case 'tests-held-out':
      return heldOut(state, event);
    case 'held-out-checked': {
      const { type, iteration, verdict, ...checked } = event;
      return withIteration(state, iteration, (one) => ({
        ...one,
        heldOut: checked,
        verdicts: [...(one.verdicts ?? []).filter(({ criterion }) => criterion !== HELD_OUT), verdict],
      }));
    }
    case 'tests-revealed':
      return revealed(state, event);
    case 'tests-put-back':
      return { ...state, workspaceTree: event.tree, heldOut: state.heldOut && { ...state.heldOut, isPutBack: true } };
  }
}

/** The baseline is verified again, as the agent will see it. */
function heldOut(
  state: LoopState,
  { asked, seed, tests, of, seen, unheld, problem }: EventOf<'tests-held-out'>,
): LoopState {
  const details = { ...(of && { of }), ...(problem && { problem }) };
  const held: HeldOut = { asked, seed, tests, unheld, revealed: [], isPutBack: false, ...details };
  if (!seen || tests.length === 0) return { ...state, heldOut: held };
  const text = `${tests.length === 1 ? 'a held-out test passes' : `${tests.length} held-out tests pass`}, not in the working tree`;
  const criteria = [...state.criteria, { id: HELD_OUT, text, kind: 'hidden' as const }];
  const next = withIteration(state, 0, (one) => ({
    ...one,
    ...uncheckedAgain(),
    snapshot: one.snapshot && { ...one.snapshot, seen },
  }));
  return { ...next, heldOut: held, criteria };
}

function revealed(state: LoopState, { iteration, tests, why, seen }: EventOf<'tests-revealed'>): LoopState {
  const held = state.heldOut;
  if (!held) return state;
  const known = new Set(held.revealed.map(({ test }) => test));
  const added = tests.filter((test) => !known.has(test)).map((test) => ({ test, iteration, why }));
  const all = [...held.revealed, ...added];
  const start =
    seen && state.start ? { ...state.start, seen, shows: shownTo({ ...held, revealed: all }) } : state.start;
  return { ...state, heldOut: { ...held, revealed: all }, start };
}

function withIteration(state: LoopState, n: number, change: (one: IterationState) => IterationState): LoopState {
  return { ...state, iterations: state.iterations.map((one) => (one.n === n ? change(one) : one)) };
}

/** How many tests Jumar itself has revealed. */
export const shownTo = ({ revealed: all }: Pick<HeldOut, 'revealed'>): number =>
  all.filter(({ why }) => why === 'failing').length;

/** Those that the agent still does not see. */
export function stillHeldOut({ heldOut: held }: LoopState): string[] {
  const seen = new Set(held?.revealed.map(({ test }) => test));
  return (held?.tests ?? []).filter((test) => !seen.has(test));
}

/** Tests are to be held out, and the baseline is there: before it is judged, unless it ends the loop. */
export function isHoldOutDue({ settings, heldOut: held }: LoopState, { n }: IterationState): boolean {
  return n === 0 && held === null && settings.evidence.holdOut.length > 0;
}

/**
 * What Jumar shows the agent before its next run: tests that it revealed and the tree does not have, because it is from before; and one more
 * if nothing but held-out tests failed for as long as `evidence.revealAfter` says. Empty if there is nothing to show.
 */
export function testsToReveal(state: LoopState, start: SnapshotRef): string[] {
  const held = state.heldOut;
  if (!held || held.tests.length === 0) return [];
  const next = nextToReveal(state, held);
  const earlier = held.revealed.filter(({ why }) => why === 'failing').map(({ test }) => test);
  if (next === null && (start.shows ?? 0) >= earlier.length) return [];
  return next === null ? earlier : [...earlier, next];
}

function nextToReveal(state: LoopState, held: HeldOut): string | null {
  const { revealAfter } = state.settings.evidence;
  const since = held.revealed.filter(({ why }) => why === 'failing').at(-1)?.iteration ?? 0;
  const judged = state.iterations.filter(({ n, decision }) => n > since && decision !== null);
  const recent = judged.slice(-revealAfter);
  if (recent.length < revealAfter || !recent.every(failsOnlyHeldOut)) return null;
  const failing = recent.at(-1)?.heldOut?.failing ?? [];
  return failing.find((test) => stillHeldOut(state).includes(test)) ?? null;
}

function failsOnlyHeldOut({ verdicts, heldOut: checked }: IterationState): boolean {
  if (!checked || checked.failing.length === 0) return false;
  return (verdicts ?? []).every(({ criterion, outcome }) =>
    criterion === HELD_OUT ? outcome === 'fail' : outcome === 'pass',
  );
}

/** The workspace may lack held-out tests: while a loop runs, is paused, or was killed. */
export function mayLackTests({ heldOut: held, workspaceTree, start, iterations, ended }: LoopState): boolean {
  if (!held || held.tests.length === 0 || held.isPutBack || (ended && ended.ending !== 'aborted')) return false;
  const isWhole =
    workspaceTree !== null &&
    [start, ...iterations.map((one) => one.snapshot)].some(
      (one) => one?.tree === workspaceTree && one.seen?.tree !== workspaceTree,
    );
  return !isWhole;
}

/** In words, if fewer tests are held out than were asked for; null if not. */
export function heldOutShortfall({ asked, tests, of }: Pick<HeldOut, 'asked' | 'tests' | 'of'>): string | null {
  if (!of || of.wanted === null || tests.length >= of.wanted) return null;
  const percent = asked.find((one) => one.includes('%'));
  const share = percent === undefined ? '' : ` (${percent} of ${of.ran})`;
  return `${of.wanted}${share} were asked for, ${of.possible} of ${of.ran} can be taken out, and some of each file stay`;
}

/** How many held-out tests pass and how many were revealed, at best or the last iteration; null if none is held out. */
export function heldOutText(state: LoopState): string | null {
  const held = state.heldOut;
  if (!held) return null;
  if (held.tests.length === 0) return `no test is held out: ${held.problem ?? 'none can be taken out of its file'}`;
  const shortfall = heldOutShortfall(held);
  const kept = state.iterations[state.best ?? -1]?.heldOut ?? state.iterations.findLast((one) => one.heldOut)?.heldOut;
  const parts = [
    `${held.tests.length} held out${shortfall === null ? '' : ` (${shortfall})`}`,
    ...(kept ? [`${kept.passed} of ${kept.of} pass`] : ['not run yet']),
    ...(held.revealed.length > 0
      ? [
          `${held.revealed.length} revealed: ${held.revealed
            .map(({ test }) => test)
            .slice(0, 3)
            .join(', ')}`,
        ]
      : []),
  ];
  return parts.join('; ');
}
