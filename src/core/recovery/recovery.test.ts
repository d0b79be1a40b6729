import { describe, expect, test } from 'vitest';
import { aFinding, aRecovery, aVerdict, type Judged, judgedLoop } from '../../testing/builders.ts';
import { standings } from '../agents/availability.ts';
import { evolve } from '../evolve.ts';
import { nextStep } from '../next-step.ts';
import { promptContext } from '../prompt/prompt.ts';
import type { Decision, Trigger } from '../state/decision.ts';
import { type IterationState, type LoopState, openRecovery } from '../state/state.ts';
import { adapt } from './adapt.ts';
import { diagnose } from './diagnose.ts';

const calling = (recovery: Trigger): Decision => ({
  action: recovery === 'regression' ? 'rollback' : 'continue',
  rule: 'told',
  reason: 'told',
  confidence: 1,
  ending: null,
  recovery,
});

/** A loop whose last iteration calls for a recovery. */
function calls(trigger: Trigger, over: Partial<IterationState> = {}, before: Judged[] = []): LoopState {
  const state = judgedLoop([...before, { score: 0.3, over: { decision: calling(trigger), ...over } }]);
  return { ...state, start: { iteration: 0, commit: 'commit:0', tree: 'start' }, workspaceTree: 'start' };
}

const last = (state: LoopState) => state.iterations.length - 1;

describe('the diagnosis', () => {
  test.each<{ what: string; state: LoopState; kind: string; says: string; confidence: number }>([
    {
      what: 'names the tests that are gone',
      state: calls('regression', { lost: { tests: ['sums two numbers'], count: 1 } }),
      kind: 'lost-tests',
      says: 'sums two numbers',
      confidence: 0.9,
    },
    {
      what: 'says what the guard saw',
      state: calls('regression', { findings: [aFinding({ why: 'The assertion is trivial.' })] }),
      kind: 'guarded',
      says: 'The assertion is trivial.',
      confidence: 0.9,
    },
    {
      what: 'names the tests that broke and the change that did it',
      state: calls('regression', {
        alerts: [{ type: 'working_test_failing', severity: 'critical', message: '1 test fails', tests: ['parses'] }],
        snapshot: snapshotRef('src/parse.js'),
      }),
      kind: 'broke-tests',
      says: 'src/parse.js',
      confidence: 0.85,
    },
    {
      what: 'is less sure where tests are only counted',
      state: calls('regression', {
        alerts: [{ type: 'working_test_failing', severity: 'critical', message: '8 to 7', tests: [] }],
      }),
      kind: 'broke-tests',
      says: '8 to 7',
      confidence: 0.6,
    },
    {
      what: 'tells a flaky result from a broken one',
      state: calls('regression', { flaky: ['sums two numbers'] }),
      kind: 'flaky',
      says: 'sums two numbers',
      confidence: 0.7,
    },
    {
      what: 'sees that nothing can be measured any more',
      state: calls('regression', { score: null }),
      kind: 'unmeasurable',
      says: 'nothing could be measured',
      confidence: 0.7,
    },
    {
      what: 'admits that a fall is not understood',
      state: calls('regression'),
      kind: 'worse',
      says: 'no part of it says why',
      confidence: 0.4,
    },
    {
      what: 'tells since when the same error stands',
      state: calls('stuck', { verdicts: [aVerdict({ excerpt: 'TypeError: x' })] }, [
        { score: 0.3, over: { verdicts: [aVerdict({ excerpt: 'TypeError: x' })] } },
      ]),
      kind: 'same-error',
      says: 'since iteration 1',
      confidence: 0.8,
    },
    {
      what: 'names the iteration whose files came back',
      state: calls('stalled', { snapshot: { ...snapshotRef('a.js'), tree: 'tree:1' } }, [{ score: 0.3 }]),
      kind: 'same-tree',
      says: 'the same files as iteration 1',
      confidence: 0.9,
    },
    {
      what: 'tells a standstill from a repetition',
      state: calls('stalled'),
      kind: 'standing-still',
      says: 'no metric moved',
      confidence: 0.6,
    },
  ])('$what', ({ state, kind, says, confidence }) => {
    const found = diagnose(state, last(state));
    expect(found).toMatchObject({ kind, confidence, attempt: 1 });
    expect(`${found.rootCause} ${found.evidence.join(' ')}`).toContain(says);
  });

  test('a cause whose recovery failed gets less confidence', () => {
    const later = { ...calls('stalled', {}, [{ score: 0.3 }]), recoveries: [aRecovery({ kind: 'standing-still' })] };
    expect(diagnose(later, 2)).toMatchObject({ attempt: 2, confidence: 0.48 });
  });
});

describe('the adaptation', () => {
  const adapted = (state: LoopState) => {
    const diagnosed = recorded(state, diagnose(state, last(state)));
    return adapt(diagnosed, last(state));
  };

  test('takes what suits the cause, from best after a regression', () => {
    const state = { ...calls('regression', { lost: { tests: ['a'], count: 1 } }), best: 0 };
    expect(adapted(state)).toMatchObject({ strategy: 'smaller-step', from: 0, reason: 'suits lost-tests' });
    expect(adapted(calls('stuck'))).toMatchObject({ strategy: 'different-approach' });
  });

  test('never what was tried since the last success', () => {
    const tried = (...names: ('different-approach' | 'fresh-start')[]) =>
      names.map((strategy, index) => aRecovery({ strategy, attempt: index + 1, kind: 'same-error' }));
    const state = calls('stuck', {}, [{ score: 0.3 }]);
    expect(adapted({ ...state, recoveries: tried('different-approach') })).toMatchObject({ strategy: 'fresh-start' });
    const helped = [aRecovery({ strategy: 'different-approach', outcome: 'success' })];
    expect(adapted({ ...state, recoveries: helped })).toMatchObject({ strategy: 'different-approach' });
  });

  test('another agent only if one is configured', () => {
    const state = calls('stuck', {}, [{ score: 0.3 }]);
    const recoveries = (['different-approach', 'fresh-start'] as const).map((strategy) =>
      aRecovery({ strategy, kind: 'worse' }),
    );
    expect(adapted({ ...state, recoveries })).toMatchObject({ strategy: 'narrower-scope' });
    const agents = standings(['claude', 'codex']);
    expect(adapted({ ...state, recoveries, agents })).toMatchObject({ strategy: 'another-agent' });
    const turned = {
      ...state,
      agents,
      recoveries: [aRecovery({ iteration: 2, strategy: 'another-agent', outcome: null })],
    };
    expect(nextStep(turned)).toMatchObject({ type: 'run-agent', agent: 'codex' });
  });

  test('asks a person after three that failed', () => {
    const state = calls('stuck', {}, [{ score: 0.3 }]);
    const recoveries = [1, 2, 3].map((attempt) => aRecovery({ attempt, kind: 'worse', strategy: 'smaller-step' }));
    const escalated = adapted({ ...state, recoveries });
    expect(escalated).toMatchObject({ strategy: null, attempt: 4 });
    expect(escalated.reason).toContain('3 recoveries did not help');
  });

  test('asks a person if the cause is unsure', () => {
    expect(adapted(calls('regression')).reason).toContain('uncertain (0.4 < 0.5)');
  });
});

describe('a recovery in the loop', () => {
  test('is diagnosed, adapted, and then the next iteration runs with its instruction', () => {
    let state = calls('stalled');
    expect(nextStep(state)).toEqual({ type: 'diagnose', iteration: 1 });
    state = recorded(state, diagnose(state, 1));
    expect(nextStep(state)).toEqual({ type: 'adapt', iteration: 1 });
    state = recorded(state, adapt(state, 1));
    expect(nextStep(state)).toMatchObject({ type: 'run-agent', iteration: 2 });
    expect(promptContext(state, 2).recovery).toContain('fundamentally different approach');
  });

  test('a fresh start is silent about what was tried', () => {
    const state = { ...calls('stalled'), recoveries: [aRecovery({ strategy: 'fresh-start', outcome: null })] };
    expect(promptContext(state, 2).progress).toBe('');
    expect(promptContext({ ...state, recoveries: [] }, 2).progress).not.toBe('');
  });

  test.each([
    { what: 'it went forward', classification: 'forward', best: 0, action: 'continue', outcome: 'success' },
    { what: 'it became the best', classification: 'plateau', best: 2, action: 'continue', outcome: 'success' },
    { what: 'it completed', classification: 'plateau', best: 0, action: 'complete', outcome: 'success' },
    { what: 'nothing moved', classification: 'plateau', best: 0, action: 'continue', outcome: 'failed' },
    { what: 'it was rolled back', classification: 'forward', best: 0, action: 'rollback', outcome: 'failed' },
    { what: 'a person is asked', classification: 'regression', best: 0, action: 'escalate', outcome: 'escalated' },
  ] as const)('its outcome, when $what: $outcome', ({ classification, best, action, outcome }) => {
    const two = judgedLoop([{ score: 0.3 }, { score: 0.3 }]);
    const state = { ...two, recoveries: [aRecovery({ iteration: 1, outcome: null })] };
    const after = recorded(state, {
      type: 'iteration-judged',
      iteration: 2,
      score: 0.3,
      quality: { confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} },
      classification,
      best,
      decision: { action, rule: 'told', reason: 'told', confidence: 1, ending: null, recovery: null },
    });
    expect(after.recoveries.at(-1)).toMatchObject({ outcome, retryIteration: 2 });
    expect(openRecovery(after)).toBeNull();
  });

  test('has not helped if what the retry did is held back, whatever it scores', () => {
    const two = judgedLoop([{ score: 0.3 }, { score: 0.3, over: { findings: [aFinding()] } }]);
    const state = { ...two, recoveries: [aRecovery({ iteration: 1, outcome: null })] };
    const after = recorded(state, {
      type: 'iteration-judged',
      iteration: 2,
      score: 0.9,
      quality: { confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} },
      classification: 'forward',
      best: 1,
      decision: {
        action: 'stop',
        rule: 'iteration-limit',
        reason: 'limit',
        confidence: 1,
        ending: null,
        recovery: null,
      },
    });
    expect(after.recoveries.at(-1)).toMatchObject({ outcome: 'failed' });
  });

  test('a person who is asked while it has not helped is its last step', () => {
    const failed = aRecovery({ iteration: 1, retryIteration: 2, outcome: 'failed' });
    const escalated = escalatedAt(3, {
      ...judgedLoop([{ score: 0.3 }, { score: 0.3 }, { score: 0.3 }]),
      recoveries: [failed],
    });
    expect(escalated.recoveries).toMatchObject([
      {
        outcome: 'escalated',
        escalation: 'the same error 3 times',
        retryIteration: 2,
        at: { escalate: escalated.lastAt },
      },
    ]);
    const helped = { ...failed, outcome: 'success' as const };
    const later = escalatedAt(3, {
      ...judgedLoop([{ score: 0.3 }, { score: 0.3 }, { score: 0.3 }]),
      recoveries: [helped],
    });
    expect(later.recoveries).toEqual([helped]);
  });

  test('without a strategy the loop asks a person', () => {
    let state = calls('regression');
    state = recorded(state, diagnose(state, 1));
    state = recorded(state, adapt(state, 1));
    expect(state.recoveries.at(-1)).toMatchObject({ outcome: 'escalated', strategy: null });
    expect(nextStep({ ...state, reinforcement: 'AGGRESSIVE' })).toEqual({ type: 'open-gate', iteration: 1 });
  });
});

function escalatedAt(iteration: number, state: LoopState): LoopState {
  const { decision, quality } = state.iterations[iteration] as IterationState;
  const ending = { ...(decision as Decision), action: 'escalate', ending: 'escalated' } as const;
  return recorded(state, {
    type: 'iteration-judged',
    iteration,
    score: 0.3,
    quality: quality ?? { confidence: 0, dimensions: null, analytics: null, criteria: null, breakdown: {} },
    classification: 'plateau',
    best: 0,
    decision: { ...ending, reason: 'the same error 3 times' },
  });
}

function recorded(state: LoopState, event: Parameters<typeof evolve>[1]['event']): LoopState {
  return evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + 1000, event });
}

function snapshotRef(path: string): NonNullable<IterationState['snapshot']> {
  const changes = { files: 1, insertions: 1, deletions: 1, paths: [path] };
  return { commit: 'commit:1', tree: 'tree:x', head: null, changes, notes: [] };
}
