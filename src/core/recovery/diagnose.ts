import { blockersText, changeBlockers } from '../findings/blockers.ts';
import { criticalAlerts } from '../findings/marks.ts';
import type { Trigger } from '../state/decision.ts';
import type { EventOf } from '../state/events.ts';
import type { Diagnosis } from '../state/recovery.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { attemptsSinceSuccess } from './attempts.ts';
import { errorSignature } from './signatures.ts';

const MAX_NAMES = 8;
/** A cause that was found before, and whose recovery failed, gets less confidence. */
const DOUBT = 0.8;

/** What went wrong in an iteration that called for a recovery: rules over recorded evidence, nothing guessed. */
export function diagnose(state: LoopState, n: number): EventOf<'recovery-diagnosed'> {
  const current = state.iterations[n];
  const trigger = current?.decision?.recovery;
  if (!current || !trigger) throw new Error(`iteration ${n} called for no recovery`);
  const earlier = attemptsSinceSuccess(state);
  const found = causes[trigger](state, current);
  const failedBefore = earlier.filter(({ kind }) => kind === found.kind).length;
  const confidence = Math.round(found.confidence * DOUBT ** failedBefore * 100) / 100;
  return { type: 'recovery-diagnosed', iteration: n, attempt: earlier.length + 1, trigger, ...found, confidence };
}

const causes: Record<Trigger, (state: LoopState, current: IterationState) => Diagnosis> = {
  regression: (state, current) =>
    lostWork(state, current) ?? broken(state, current) ?? unsteady(current) ?? worse(state, current),
  stuck: (state, current) => sameError(state, current),
  cycling: (state, current) => goingRound(state, current),
  stalled: (state, current) => sameTree(state, current) ?? standingStill(state, current),
};

function lostWork(state: LoopState, current: IterationState): Diagnosis | null {
  const blockers = changeBlockers(state, current);
  if (blockers.length === 0) return null;
  const tests = blockers.some(({ id }) => id.startsWith('lost-test'));
  return {
    kind: tests ? 'lost-tests' : 'guarded',
    rootCause: blockersText(blockers),
    confidence: 0.9,
    evidence: [...blockers.slice(0, MAX_NAMES).map(({ text }) => text), changed(current)],
  };
}

/** By name if names are known; by counts it may be another test. */
function broken(state: LoopState, current: IterationState): Diagnosis | null {
  const [alert] = criticalAlerts(state, current);
  if (!alert) return null;
  const named = alert.tests.slice(0, MAX_NAMES);
  return {
    kind: 'broke-tests',
    rootCause: `${alert.message}, after a change of ${fileList(current)}`,
    confidence: named.length > 0 ? 0.85 : 0.6,
    evidence: [...named.map((test) => `passed before and fails now: ${test}`), changed(current), ...errorLine(current)],
  };
}

/** The same tree passes and fails: the fall may be no one's work. */
function unsteady(current: IterationState): Diagnosis | null {
  if (current.flaky.length === 0) return null;
  const names = current.flaky.slice(0, MAX_NAMES);
  return {
    kind: 'flaky',
    rootCause: `${names.join(', ')} passed and failed on the same tree`,
    confidence: 0.7,
    evidence: [...names.map((name) => `flaky: ${name}`), changed(current)],
  };
}

/** A fall that no part of the score accounts for is not understood. */
function worse(state: LoopState, current: IterationState): Diagnosis {
  const best = state.iterations[state.best ?? 0];
  if (current.score === null) {
    return {
      kind: 'unmeasurable',
      rootCause: `nothing could be measured after a change of ${fileList(current)}`,
      confidence: 0.7,
      evidence: [changed(current), ...errorLine(current)],
    };
  }
  const fallen = fallenParts(best, current);
  return {
    kind: 'worse',
    rootCause: fallen.length > 0 ? `${fallen.join(', ')} fell` : 'the score fell and no part of it says why',
    confidence: fallen.length > 0 ? 0.6 : 0.4,
    evidence: [`score ${best?.score ?? 'unknown'} → ${current.score}`, ...fallen, changed(current)],
  };
}

function fallenParts(best: IterationState | undefined, current: IterationState): string[] {
  const now = current.quality?.breakdown ?? {};
  const parts = Object.entries(best?.quality?.breakdown ?? {}).flatMap(([name, before]) => {
    const after = now[name];
    return before !== null && typeof after === 'number' && after < before ? [`${name} ${before} → ${after}`] : [];
  });
  const [was, is] = [best?.quality?.criteria, current.quality?.criteria];
  if (parts.length > 0 || typeof was !== 'number' || typeof is !== 'number' || is >= was) return parts;
  return [`criteria met ${was} → ${is}`];
}

function sameError(state: LoopState, current: IterationState): Diagnosis {
  const signature = errorSignature(current);
  const met = state.iterations.filter((iteration) => iteration.n >= 1 && errorSignature(iteration) === signature);
  return {
    kind: 'same-error',
    rootCause: `the same error since iteration ${met[0]?.n ?? current.n}, despite changes`,
    confidence: 0.8,
    evidence: [...errorLine(current), ...met.slice(-3).map((one) => `iteration ${one.n} changed ${fileList(one)}`)],
  };
}

function goingRound(state: LoopState, current: IterationState): Diagnosis {
  const twin = sameTreeBefore(state, current);
  return {
    kind: 'going-round',
    rootCause: twin ? `the files of iteration ${twin.n} came back` : 'an earlier state came back',
    confidence: 0.8,
    evidence: [changed(current), ...errorLine(current)],
  };
}

function sameTree(state: LoopState, current: IterationState): Diagnosis | null {
  const twin = sameTreeBefore(state, current);
  if (!twin) return null;
  return {
    kind: 'same-tree',
    rootCause: `the agent produced the same files as iteration ${twin.n}`,
    confidence: 0.9,
    evidence: [changed(current), ...errorLine(current)],
  };
}

function standingStill(state: LoopState, current: IterationState): Diagnosis {
  const scores = state.iterations.slice(-3).map(({ n, score }) => `iteration ${n}: score ${score ?? 'unknown'}`);
  return {
    kind: 'standing-still',
    rootCause: 'changes were made and no metric moved',
    confidence: 0.6,
    evidence: [...scores, ...errorLine(current)],
  };
}

export function sameTreeBefore(state: LoopState, { n, snapshot }: IterationState): IterationState | undefined {
  return state.iterations.findLast((other) => other.n < n && other.n >= 1 && other.snapshot?.tree === snapshot?.tree);
}

const changed = (iteration: IterationState) => `iteration ${iteration.n} changed ${fileList(iteration)}`;

function fileList({ snapshot }: IterationState): string {
  const { files, paths } = snapshot?.changes ?? { files: 0, paths: [] };
  const listed = paths.slice(0, 5);
  if (listed.length === 0) return files === 0 ? 'no file' : `${files} files`;
  return `${listed.join(', ')}${files > listed.length ? ` and ${files - listed.length} more` : ''}`;
}

function errorLine(current: IterationState): string[] {
  const [line] = errorSignature(current)?.split('\n') ?? [];
  return line ? [`error: ${line.slice(0, 200)}`] : [];
}
