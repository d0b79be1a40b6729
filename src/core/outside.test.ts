import { describe, expect, test } from 'vitest';
import { loopCreated, recorded, testsVerdict, theSettings } from '../testing/builders.ts';
import { fold } from './fold.ts';
import { judge } from './judge.ts';
import { nextStep } from './next-step.ts';
import type { LoopEvent } from './state/events.ts';
import { isAgentAtWork, type LoopState } from './state/state.ts';

const verdict = (failed: number) => testsVerdict(3 - failed, 3);
const settings = theSettings({
  evidence: { testFirst: 'off', newTests: false, flip: false },
  memory: { reflections: false, lessons: 'off' },
  guard: { enabled: false },
  verify: { pristine: false },
});
const opening: LoopEvent[] = [
  loopCreated({ settings, agent: { name: 'claude', command: null, isOutside: true } }),
  { type: 'session-started', pid: 1, resumed: false, room: { kind: 'copy', why: null } },
];
const snapshot = (iteration: number, tree: string): LoopEvent => ({
  type: 'snapshot-taken',
  iteration,
  commit: `commit-${tree}`,
  tree,
  head: null,
  changes: { files: 1, insertions: 1, deletions: 0, paths: ['a.js'] },
  notes: [],
});
const checked = (iteration: number, failed: number): LoopEvent[] => [
  { type: 'checks-started', iteration },
  { type: 'checks-finished', iteration, verdicts: [verdict(failed)] },
];
const started: LoopEvent = {
  type: 'agent-started',
  iteration: 1,
  run: 'run-1',
  agent: 'claude',
  prompt: { file: 'prompt.md', sha256: '', chars: 0 },
};
const finished: LoopEvent = {
  type: 'agent-finished',
  iteration: 1,
  run: 'run-1',
  outcome: 'ok',
  reason: 'it wants to stop',
  exitCode: null,
  durationMs: 1,
  outputFile: '',
  outputBytes: 0,
  excerpt: '',
  blocked: null,
  strays: 0,
  error: null,
  model: null,
  usage: null,
  costUsd: null,
  costEstimated: false,
};
const again: LoopEvent = { type: 'session-started', pid: 2, resumed: true, room: { kind: 'copy', why: null } };

const stateAfter = (...events: LoopEvent[]): LoopState => fold(recorded([...opening, ...events])) as LoopState;
function judged(n: number, ...events: LoopEvent[]): LoopEvent[] {
  return [...events, judge(stateAfter(...events), n)];
}
const baseline = judged(0, snapshot(0, 'a'), ...checked(0, 0));

describe('a loop whose agent works outside of it', () => {
  test('is not complete before it worked, although the checks hold', () => {
    expect(nextStep(stateAfter(...baseline))).toMatchObject({ type: 'run-agent', iteration: 1 });
  });

  test('has nothing to do while it works, also in another session', () => {
    for (const state of [stateAfter(...baseline, started), stateAfter(...baseline, started, again)]) {
      expect(isAgentAtWork(state)).toBe(true);
      expect(nextStep(state)).toBeNull();
    }
  });

  test('takes its snapshot when it wants to stop, and restores nothing that lost', () => {
    const turn = [...baseline, started, again, finished];
    expect(nextStep(stateAfter(...turn))).toMatchObject({ type: 'take-snapshot', iteration: 1 });
    const lost = judged(1, ...turn, snapshot(1, 'b'), ...checked(1, 2));
    expect(stateAfter(...lost)).toMatchObject({ best: 1, start: { iteration: 1, tree: 'b' } });
    expect(nextStep(stateAfter(...lost))).toMatchObject({ type: 'run-agent', iteration: 2 });
  });

  test('ends where it stands', () => {
    const held = judged(1, ...baseline, started, again, finished, snapshot(1, 'b'), ...checked(1, 0));
    expect(nextStep(stateAfter(...held))).toMatchObject({ type: 'end', ending: 'completed', best: 1 });
  });

  test('whose judge was interrupted judges what is there then', () => {
    const state = stateAfter(...baseline, started, again, finished, snapshot(1, 'b'), again);
    expect(isAgentAtWork(state)).toBe(true);
    expect(
      nextStep(stateAfter(...baseline, started, again, finished, snapshot(1, 'b'), again, finished)),
    ).toMatchObject({
      type: 'take-snapshot',
    });
  });

  test('is not complete with files that were judged as they were before', () => {
    const reverted: LoopEvent = {
      type: 'changes-reverted',
      iteration: 1,
      commit: 'left',
      protected: { paths: ['check.sh'], count: 1 },
      scope: { paths: [], count: 0 },
      findings: [],
    };
    const held = judged(1, ...baseline, started, again, finished, reverted, snapshot(1, 'a'), ...checked(1, 0));
    expect(nextStep(stateAfter(...held))).toMatchObject({ type: 'run-agent', iteration: 2 });
  });
});
