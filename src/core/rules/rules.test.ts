import { describe, expect, test } from 'vitest';
import { aVerdict, type Played, played, testsVerdict, theSettings } from '../../testing/builders.ts';
import { judge } from '../judge.ts';
import type { Decision } from '../state/decision.ts';
import type { LoopState } from '../state/state.ts';

const failing = (tree: string, passed = 4): Played => ({ tree, verdicts: [testsVerdict(passed, 10)] });
const noop = (tree: string): Played => ({ tree, verdicts: [testsVerdict(4, 10)] });
const blind = (tree: string, unmeasured: 'not-found' | 'no-script' | 'timeout' | 'no-tests' = 'timeout'): Played => ({
  tree,
  verdicts: [aVerdict({ outcome: 'unmeasured', unmeasured, reason: unmeasured })],
});

function decisionOn(state: LoopState): Decision {
  return judge(state, state.iterations.length - 1).decision;
}

interface Row {
  when: string;
  rule: string;
  action: Decision['action'];
  ending?: Decision['ending'];
  iterations: Played[];
  baseline?: Played;
  settings?: Parameters<typeof theSettings>[0];
}

const rows: Row[] = [
  {
    when: 'every criterion holds',
    rule: 'criteria-hold',
    action: 'complete',
    ending: 'completed',
    iterations: [
      { tree: 'b', verdicts: [aVerdict({ outcome: 'pass' }), aVerdict({ outcome: 'pass', criterion: 'c2' })] },
    ],
  },
  {
    when: 'one criterion of two holds',
    rule: 'minimum-iterations',
    action: 'continue',
    iterations: [{ tree: 'b', verdicts: [aVerdict({ outcome: 'pass' }), aVerdict({ criterion: 'c2' })] }],
  },
  {
    when: 'one criterion passes and the other could not be measured',
    rule: 'minimum-iterations',
    action: 'continue',
    iterations: [
      { tree: 'b', verdicts: [aVerdict({ outcome: 'pass' }), aVerdict({ outcome: 'unmeasured', criterion: 'c2' })] },
    ],
  },
  {
    when: 'the criteria hold in the very iteration that reaches the limit',
    rule: 'criteria-hold',
    action: 'complete',
    ending: 'completed',
    iterations: [{ tree: 'b', verdicts: [testsVerdict(10, 10)] }],
    settings: { limits: { maxIterations: 1 } },
  },
  {
    when: 'the criteria hold although the agent says that it is blocked',
    rule: 'criteria-hold',
    action: 'complete',
    ending: 'completed',
    iterations: [{ tree: 'b', verdicts: [testsVerdict(10, 10)], agent: { blocked: 'no idea' } }],
  },
  {
    when: 'the agent reports that it is blocked',
    rule: 'blocked',
    action: 'escalate',
    ending: 'blocked',
    iterations: [{ ...failing('b'), agent: { blocked: 'no credential for the registry' } }],
  },
  {
    when: 'the shell does not find the agent',
    rule: 'agent-cannot-run',
    action: 'stop',
    ending: 'agent-cannot-run',
    iterations: [{ ...noop('a'), agent: { outcome: 'failed', exitCode: 127, reason: 'exit 127' } }],
  },
  {
    when: 'an agent that did work exits with 127',
    rule: 'minimum-iterations',
    action: 'continue',
    iterations: [{ ...failing('b'), agent: { outcome: 'failed', exitCode: 127, reason: 'exit 127' } }],
  },
  {
    when: 'the agent could not be started',
    rule: 'agent-cannot-run',
    action: 'stop',
    ending: 'agent-cannot-run',
    iterations: [{ ...noop('a'), agent: { outcome: 'not-started', exitCode: null } }],
  },
  {
    when: 'the check is not found before any work',
    rule: 'could-not-measure',
    action: 'stop',
    ending: 'could-not-measure',
    baseline: blind('a', 'not-found'),
    iterations: [],
  },
  {
    when: 'the check names a script that the project does not have',
    rule: 'could-not-measure',
    action: 'stop',
    ending: 'could-not-measure',
    baseline: blind('a', 'no-script'),
    iterations: [],
  },
  {
    when: 'no test ran before any work: the agent may be asked to write the first',
    rule: 'minimum-iterations',
    action: 'continue',
    baseline: blind('a', 'no-tests'),
    iterations: [],
  },
  {
    when: 'all passes, but programs outside of the project changed: that stays so',
    rule: 'could-not-measure',
    action: 'stop',
    ending: 'could-not-measure',
    iterations: [{ tree: 'b', verdicts: [aVerdict({ outcome: 'unmeasured', unmeasured: 'outside-changed' })] }],
    settings: { limits: { maxIterations: 1 } },
  },
  {
    when: 'programs outside of the project changed, and a check fails',
    rule: 'regression',
    action: 'rollback',
    iterations: [
      {
        tree: 'b',
        verdicts: [aVerdict({ outcome: 'unmeasured', unmeasured: 'outside-changed' }), aVerdict({ criterion: 'c2' })],
      },
    ],
  },
  {
    when: 'nothing could be measured twice in a row',
    rule: 'continue',
    action: 'continue',
    baseline: blind('a', 'no-tests'),
    iterations: [blind('b'), blind('c')],
  },
  {
    when: 'nothing could be measured three times in a row',
    rule: 'could-not-measure',
    action: 'stop',
    ending: 'could-not-measure',
    baseline: blind('a', 'no-tests'),
    iterations: [blind('b'), blind('c'), blind('d')],
  },
  {
    when: 'the last allowed iteration fails',
    rule: 'iteration-limit',
    action: 'stop',
    ending: 'iteration-limit',
    iterations: [failing('b'), failing('c')],
    settings: { limits: { maxIterations: 2 } },
  },
  {
    when: 'one iteration is left',
    rule: 'continue',
    action: 'continue',
    iterations: [failing('b'), failing('c')],
    settings: { limits: { maxIterations: 3 } },
  },
  {
    when: 'the running time is used up',
    rule: 'time-limit',
    action: 'stop',
    ending: 'time-limit',
    iterations: [failing('b')],
    settings: { limits: { timeoutMinutes: 0.05 } },
  },
  {
    when: 'the score fell by more than the threshold',
    rule: 'regression',
    action: 'rollback',
    iterations: [failing('b', 2)],
  },
  {
    when: 'the score fell by less than the threshold',
    rule: 'minimum-iterations',
    action: 'continue',
    iterations: [failing('b', 3)],
  },
  {
    when: 'the tree cannot be measured any more',
    rule: 'regression',
    action: 'rollback',
    iterations: [blind('b')],
  },
  {
    when: 'it fell a second time in a row',
    rule: 'regression',
    action: 'rollback',
    iterations: [{ ...failing('b', 2), decision: 'rollback' }, failing('c', 1)],
  },
  {
    when: 'it fell more often in a row than is tolerated',
    rule: 'regression',
    action: 'escalate',
    ending: 'escalated',
    iterations: [
      { ...failing('b', 2), decision: 'rollback' },
      { ...failing('c', 1), decision: 'rollback' },
      failing('d', 1),
    ],
  },
  {
    when: 'the drop rule is switched off',
    rule: 'minimum-iterations',
    action: 'continue',
    iterations: [failing('b', 2)],
    settings: { rules: { off: ['regression'] } },
  },
  {
    when: 'an essential rule is switched off, which it cannot be',
    rule: 'criteria-hold',
    action: 'complete',
    ending: 'completed',
    iterations: [{ tree: 'b', verdicts: [testsVerdict(10, 10)] }],
    settings: { rules: { off: ['criteria-hold', 'iteration-limit', 'time-limit', 'continue'] } },
  },
  {
    when: 'the tree comes back for the first time',
    rule: 'cycling',
    action: 'continue',
    iterations: [failing('b'), failing('c'), failing('b')],
  },
  {
    when: 'two trees come back once each, and recoveries are off',
    rule: 'continue',
    action: 'continue',
    settings: { recovery: { enabled: false } },
    iterations: [failing('b'), failing('c'), failing('b'), failing('c')],
  },
  {
    when: 'the same tree comes back for the second time, and recoveries are off',
    rule: 'cycling',
    action: 'stop',
    ending: 'cycling',
    settings: { recovery: { enabled: false } },
    iterations: [failing('b'), failing('c'), failing('b'), failing('c'), failing('b')],
  },
  {
    when: 'nothing changed twice in a row',
    rule: 'continue',
    action: 'continue',
    iterations: [noop('a'), noop('a')],
  },
  {
    when: 'nothing changed three times in a row',
    rule: 'no-ops',
    action: 'stop',
    ending: 'no-ops',
    iterations: [noop('a'), noop('a'), noop('a')],
  },
  {
    when: 'the same new tree three times, rolled back in between',
    rule: 'same-tree',
    action: 'continue',
    iterations: [
      { ...failing('b', 3), decision: 'rollback' },
      { ...failing('b', 3), decision: 'rollback' },
      failing('b', 3),
    ],
    settings: { rules: { off: ['regression'] } },
  },
];

describe('the policy', () => {
  test.each(rows)('$when: $rule says $action', ({ rule, action, ending, iterations, baseline, settings }) => {
    const decision = decisionOn(played(baseline ?? failing('a'), iterations, theSettings(settings)));
    expect(decision).toMatchObject({ rule, action, ending: ending ?? null });
    expect(decision.reason).not.toBe('');
    expect(decision.confidence).toBeGreaterThan(0);
  });
});
