import { ownAccount } from '../../core/agents/own-account.ts';
import { changesIn, type IterationState, type LoopState } from '../../core/state/state.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** What one failed iteration taught. Its result is not part of it. */
export interface Learning {
  /** The iterations that taught it. */
  iterations: number[];
  /** The failures themselves: test, message and place; null if the tools named none. */
  what: string | null;
  why: string;
  next: string;
}

/** Paths in it are as people see them from the workspace. */
export function learningOf({ workspace }: LoopState, iteration: IterationState): Learning | null {
  if (!iteration.reflected) return null;
  const { why, whatToTry } = iteration.reflected.reflection;
  const line = (text: string) => oneLine(text.replaceAll(`${workspace.root}/`, ''), MAX);
  const failures = failuresOf(iteration);
  return {
    iterations: [iteration.n],
    what: failures === null ? null : line(failures),
    why: line(why),
    next: line(whatToTry),
  };
}

/** All that the loop learnt, each once, in the order in which it was learnt last. */
export function learningsOf(state: LoopState): Learning[] {
  const known = new Map<string, Learning>();
  for (const iteration of state.iterations) {
    const learning = learningOf(state, iteration);
    if (!learning || iteration.decision === null) continue;
    const { what, why, next } = learning;
    const key = JSON.stringify([what, why, next]);
    const before = known.get(key)?.iterations ?? [];
    known.delete(key);
    known.set(key, { ...learning, iterations: [...before, iteration.n] });
  }
  return [...known.values()];
}

/** As one line: what failed, and why. */
export function learningText({ what, why }: Learning): string {
  return what === null ? why : `${what}. ${why}`;
}

/** What is tried in an iteration: what a recovery demands, or what the iteration before it taught. */
export function approachOf(state: LoopState, { n, byHand, agent }: IterationState): string {
  if (n === 0) return 'none: the baseline';
  if (byHand) return 'edited by a person';
  const recovery = state.recoveries.findLast(({ iteration, strategy }) => iteration === n - 1 && strategy !== null);
  const before = state.iterations.slice(0, n).findLast(({ decision }) => decision !== null);
  const next = recovery ? recovery.changes.join('; ') : (before && learningOf(state, before)?.next) || firstOrNext(n);
  const account = ownAccount(agent);
  return account === null ? next : `${next} (the agent: ${account})`;
}

/** The files that an iteration changed: `changed a.js, b.js`. */
export function changeText(iteration: IterationState, limit = 5): string {
  const { files = 0, paths = [] } = changesIn(iteration) ?? {};
  if (iteration.changesUnknown) return 'made unrecorded changes';
  if (files === 0) return noChangeText(iteration);
  const more = files > limit ? ` and ${files - limit} more` : '';
  return `changed ${paths.slice(0, limit).join(', ')}${more}${iteration.byHand ? ' by hand' : ''}`;
}

/** An agent that did not come to its end is not one that found nothing to change. */
export function noChangeText({ agent, byHand }: IterationState): string {
  if (byHand || !agent || agent.outcome === 'ok') return 'changed nothing';
  const reason = oneLine(agent.reason, 120);
  return agent.outcome === 'not-started'
    ? `the agent could not start (${reason})`
    : `the agent failed (${reason}) and changed nothing`;
}

const MAX = 700;

const firstOrNext = (n: number) => (n === 1 ? 'the first attempt at the task' : 'the next attempt at the task');

/** What failed without the words of the result before it, such as `exit 1, 2 of 9 tests failed`. */
function failuresOf({ reflected, verdicts }: IterationState): string | null {
  const text = reflected?.reflection.whatFailed ?? '';
  const reason = oneLine(verdicts?.find(({ outcome }) => outcome !== 'pass')?.reason ?? '', 120);
  if (text === reason) return null;
  const failures = reason !== '' && text.startsWith(`${reason}; `) ? text.slice(reason.length + 2) : text;
  return failures.replace(/\.$/, '') || null;
}
