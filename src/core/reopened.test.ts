import { describe, expect, test } from 'vitest';
import { agentStarted, aVerdict, type Played, played, theSettings } from '../testing/builders.ts';
import { evolve } from './evolve.ts';
import { nextStep } from './next-step.ts';
import type { EventOf, LoopEvent } from './state/events.ts';
import type { LoopState } from './state/state.ts';

const failing = (tree: string, verdict = aVerdict()): Played => ({ tree, verdicts: [verdict] });

const judged: EventOf<'iteration-judged'> = {
  type: 'iteration-judged',
  iteration: 1,
  score: 0.5,
  quality: { confidence: 1, dimensions: null, analytics: null, criteria: null, breakdown: {} },
  classification: 'forward',
  best: 1,
  decision: { action: 'stop', rule: 'r', reason: '', confidence: 1, ending: 'iteration-limit', recovery: null },
};
const resumed: LoopEvent = { type: 'session-started', pid: 2, resumed: true };
const paused: LoopEvent = { type: 'loop-paused', cause: 'interrupt' };
const aborted: LoopEvent[] = [
  { type: 'abort-requested', revert: true },
  { type: 'loop-ended', ending: 'aborted', reason: '', best: 1 },
];
const saved: LoopEvent = {
  type: 'workspace-saved',
  commit: 'h',
  tree: 'h',
  head: null,
  name: '2',
  adopted: true,
  unknown: true,
};
const ended: LoopEvent = { type: 'loop-ended', ending: 'iteration-limit', reason: '', best: 1 };

/** A loop that ended after its first iteration, and what came then. */
function thereafter(verdict: Parameters<typeof aVerdict>[0], ...later: LoopEvent[]): LoopState {
  return played(failing('a'), [failing('b', aVerdict(verdict))], theSettings({ memory: { reflections: false } }), [
    judged,
    ended,
    ...later,
  ]);
}

describe('an iteration that a resumed session opens again', () => {
  const blind = { outcome: 'unmeasured' as const };
  test.each<[string, Parameters<typeof aVerdict>[0], LoopEvent[]]>([
    ['the loop is aborted instead', {}, [resumed, ...aborted]],
    ['the session is interrupted', {}, [resumed, paused]],
    ['it is interrupted twice', {}, [resumed, paused, resumed, paused]],
    ['interrupted, then aborted', {}, [resumed, paused, resumed, ...aborted]],
    ['a person has worked on', {}, [resumed, saved]],
    ['it was to be measured again, and the loop is aborted', blind, [resumed, ...aborted]],
  ])('stands as it was judged if %s', (_, verdict, later) => {
    const whole = thereafter(verdict).iterations[1];
    expect(whole?.decision).not.toBeNull();
    expect(thereafter(verdict, ...later).iterations[1]).toEqual(whole);
  });

  test('is judged again after an interruption, too', () => {
    const state = thereafter({}, resumed, paused, resumed, { ...saved, adopted: false });
    expect(state.iterations[1]?.decision).toBeNull();
    const seen = { ...state, iterations: state.iterations.map((one) => ({ ...one, findings: [] })) };
    expect(nextStep(seen)).toEqual({ type: 'judge', iteration: 1 });
    const again = evolve(seen, { seq: 99, at: 0, event: judged });
    expect(again).toMatchObject({ reopened: null, iterations: [{}, { decision: { action: 'stop' } }] });
  });

  test('a run that an abort cut short is not forgotten when the loop is reverted later', () => {
    const cut = thereafter({}, resumed, judged, agentStarted(2), ...aborted);
    expect(cut.iterations).toHaveLength(3);
    expect(evolve(cut, { seq: 99, at: 0, event: resumed }).iterations).toHaveLength(2);
    expect(thereafter({}, resumed, judged, agentStarted(2), ...aborted, resumed, ...aborted).iterations).toHaveLength(
      3,
    );
  });
});
