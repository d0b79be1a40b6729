import { describe, expect, test } from 'vitest';
import { aVerdict, evidenceOf, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { Verdict } from '../criteria/verdict.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { agentCannotRun } from './agent-cannot-run.ts';
import { blocked } from './blocked.ts';
import { couldNotMeasure } from './could-not-measure.ts';
import { noOps } from './no-ops.ts';
import type { Rule } from './rule.ts';

type Run = Partial<NonNullable<IterationState['agent']>>;

/** One iteration whose agent ended so; without a tree of its own it changed nothing. */
function ran(run: Run, tree = 'start'): LoopState {
  const loop = judgedLoop([{ score: 0.3, tree }]);
  const last = loop.iterations[1] as IterationState;
  const agent = { ...(last.agent as NonNullable<IterationState['agent']>), ...run };
  return { ...loop, iterations: [loop.iterations[0] as IterationState, { ...last, agent }] };
}

const reasonOf = (rule: Rule, state: LoopState) => rule.judge(evidenceOf(state))?.reason ?? null;
const tokens = (output: number) => ({ input: 1, output, cacheRead: null, cacheWrite: null });
/** The same run once more, after an iteration that changed something. */
function after(state: LoopState): LoopState {
  const [baseline, last] = state.iterations as [IterationState, IterationState];
  const worked = { ...last, agent: { ...(last.agent as Run), exitCode: 0 }, startTree: 'before' } as IterationState;
  return { ...state, iterations: [baseline, worked, { ...last, n: 2, parent: 1 }] };
}
const fault = (kind: 'auth' | 'billing' | 'rate_limit' | 'crash') => ({
  kind,
  message: kind,
  resetsAt: null,
  retryAfterMs: null,
});

describe('an agent that cannot run', () => {
  test.each<[string, LoopState, boolean]>([
    ['was not started', ran({ outcome: 'not-started', exitCode: null, reason: 'no such program' }), true],
    ['is not found by the shell', ran({ outcome: 'failed', exitCode: 127 }), true],
    ['may not be executed', ran({ outcome: 'failed', exitCode: 126 }), true],
    ['ends with 127 of its own, after work', ran({ outcome: 'failed', exitCode: 127 }, 'b'), false],
    ['crashes without any work', ran({ outcome: 'failed', exitCode: 1 }), true],
    ['crashes without a result', ran({ outcome: 'failed', exitCode: 0, error: fault('crash') }), true],
    ['crashes after work', ran({ outcome: 'failed', exitCode: 1 }, 'b'), false],
    ['crashes after an answer of its model', ran({ outcome: 'failed', exitCode: 1, usage: tokens(20) }), false],
    ['crashes, but ran before', after(ran({ outcome: 'failed', exitCode: 1 })), false],
    ['was ended by a person', ran({ outcome: 'failed', exitCode: null, reason: 'skipped' }), false],
    ['is not signed in', ran({ outcome: 'failed', exitCode: 1, error: fault('auth') }), true],
    ['is not paid for', ran({ outcome: 'failed', exitCode: 1, error: fault('billing') }), true],
    ['met such an error and did work', ran({ outcome: 'failed', exitCode: 1, error: fault('auth') }, 'b'), false],
    ['is held up', ran({ outcome: 'failed', exitCode: 1, error: fault('rate_limit') }), false],
    ['was not there, for nobody asked for one', judgedLoop([]), false],
  ])('%s', (_, state, fires) => {
    expect(agentCannotRun.judge(evidenceOf(state)) !== null).toBe(fires);
  });

  test('ends the loop with what the run said', () => {
    const ruling = agentCannotRun.judge(evidenceOf(ran({ outcome: 'not-started', reason: 'no such program' })));
    expect(ruling).toMatchObject({ action: 'stop', ending: 'agent-cannot-run' });
    expect(ruling?.reason).toBe('the agent could not be run: no such program');
  });

  test('a person who resumes gives it another try', () => {
    const state = { ...ran({ outcome: 'not-started' }), rulesSince: 1 };
    expect(agentCannotRun.judge(evidenceOf(state))).toBeNull();
  });
});

describe('an agent that is blocked', () => {
  test('is heard', () => {
    const ruling = blocked.judge(evidenceOf(ran({ blocked: 'no credential' })));
    expect(ruling).toMatchObject({ action: 'escalate', ending: 'blocked' });
    expect(ruling?.reason).toBe('the agent reports: no credential');
  });

  test('is not what one is that said nothing, or that a person sent on', () => {
    expect(blocked.judge(evidenceOf(ran({ blocked: null })))).toBeNull();
    expect(blocked.judge(evidenceOf(judgedLoop([])))).toBeNull();
    expect(blocked.judge(evidenceOf({ ...ran({ blocked: 'no credential' }), rulesSince: 1 }))).toBeNull();
  });
});

describe('a judge that cannot see', () => {
  const unseen = (unmeasured: Verdict['unmeasured']) =>
    aVerdict({ outcome: 'unmeasured', unmeasured, reason: `cannot: ${unmeasured}` });
  const blind: Judged = { score: null, over: { verdicts: [unseen('timeout')] } };
  const halfBlind: Judged = { score: null, over: { verdicts: [unseen('timeout'), aVerdict({ criterion: 'c2' })] } };
  const baseline = (...verdicts: Verdict[]): LoopState => {
    const loop = judgedLoop([]);
    return { ...loop, iterations: loop.iterations.map((one) => ({ ...one, verdicts })) };
  };

  test.each<[Verdict['unmeasured'], boolean]>([
    ['not-found', true],
    ['not-started', true],
    ['no-metric', true],
    ['timeout', false],
    ['no-tests', false],
    ['unreadable', false],
  ])('before any work, %s: %s', (unmeasured, stops) => {
    const state = baseline(aVerdict(), unseen(unmeasured));
    const says = `cannot: ${unmeasured}; nothing was measured, so no agent was started`;
    expect(reasonOf(couldNotMeasure, state)).toBe(stops ? says : null);
  });

  test.each<[string, Judged[], boolean]>([
    ['twice in a row', [blind, blind], false],
    ['three times in a row', [blind, blind, blind], true],
    ['three times with a sight in between', [blind, blind, { score: 0.1 }, blind], false],
    ['three times after a sight', [{ score: 0.1 }, blind, blind, blind], true],
    ['three times, but for one criterion', [blind, halfBlind, blind], false],
  ])('%s: %s', (_, loop, stops) => {
    expect(couldNotMeasure.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(stops);
  });

  test('says what it met last', () => {
    const ruling = couldNotMeasure.judge(evidenceOf(judgedLoop([blind, blind, blind])));
    expect(ruling).toMatchObject({ action: 'stop', ending: 'could-not-measure' });
    expect(ruling?.reason).toBe('nothing could be measured in 3 iterations in a row (cannot: timeout)');
  });
});

describe('an agent that changes nothing', () => {
  const idle: Judged = { score: 0.3, tree: 'start' };
  const busy: Judged = { score: 0.3, tree: 'b' };

  test.each<[string, Judged[], boolean]>([
    ['twice in a row', [idle, idle], false],
    ['three times in a row', [idle, idle, idle], true],
    [
      'three times, the first of four at work',
      [busy, { ...busy, parent: 1 }, { ...busy, parent: 2 }, { ...busy, parent: 3 }],
      true,
    ],
    ['three times with work in between', [idle, idle, busy, { ...busy, parent: 3 }], false],
  ])('%s: %s', (_, loop, stops) => {
    expect(noOps.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(stops);
  });

  test('says how its last run ended', () => {
    const ruling = noOps.judge(evidenceOf(judgedLoop([idle, idle, idle])));
    expect(ruling).toMatchObject({ action: 'stop', ending: 'no-ops' });
    expect(ruling?.reason).toBe('the agent changed nothing 3 times in a row (last run: exit 0)');
  });

  test('while refining that is an end like another', () => {
    const refine = theSettings({ goal: { mode: 'refine' } });
    const done = { ...idle, verified: true };
    expect(noOps.judge(evidenceOf(judgedLoop([done, done, done], refine)))).toMatchObject({ ending: 'completed' });
  });
});
