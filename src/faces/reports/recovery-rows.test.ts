import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { IterationState } from '../../core/state/state.ts';
import { endText } from './end.ts';
import { recoveriesSection } from './html/recoveries-section.ts';
import { iterationReport } from './iteration-report.ts';
import { completionReport } from './markdown.ts';
import { receiptOf } from './receipt.ts';
import { recoveryHistory } from './recovery-history.ts';

const rolledBack = { action: 'rollback', rule: 'regression', reason: 'a test broke', recovery: 'regression' } as const;
const begun = (iteration: number): LoopEvent[] => [
  {
    type: 'recovery-diagnosed',
    iteration,
    attempt: 1,
    trigger: 'regression',
    kind: 'broke-tests',
    rootCause: 'parses fails since a change of src/parse.js',
    confidence: 0.85,
    evidence: ['passed before and fails now: parses'],
  },
  {
    type: 'recovery-adapted',
    iteration,
    attempt: 1,
    strategy: 'smaller-step',
    changes: ['back to the best iteration'],
    instruction: 'one small change',
    reason: 'suits broke-tests',
    from: 0,
  },
];

/** The second regression calls for a recovery, whose retry is the third: then a person is asked. */
const escalated = () =>
  scoredLoop({
    baseline: { score: 0.6 },
    iterations: [
      { score: 0.4, classification: 'regression', decision: { ...rolledBack, recovery: null } },
      { score: 0.4, classification: 'regression', decision: rolledBack, next: begun(2) },
      {
        score: 0.4,
        classification: 'regression',
        decision: { action: 'escalate', rule: 'regression', reason: '3 regressions in a row', ending: 'escalated' },
      },
    ],
    ended: { ending: 'escalated', reason: '3 regressions in a row' },
  });

test('every report shows a recovery: trigger, diagnosis, changes and outcome', () => {
  const state = escalated();
  const report = completionReport(state);
  expect(report).toContain('## Recoveries');
  expect(report).toContain(
    '| 1 | #2 | regression | parses fails since a change of src/parse.js (confidence 0.85) | smaller-step: back to the best iteration | #3 (failed) | asks a person: 3 regressions in a row |',
  );
  expect(endText(state)).toContain('1 after #2 (regression): smaller-step, retry #3 failed, asks a person');
  const [section] = recoveriesSection(state);
  for (const words of ['passed before and fails now: parses', 'smaller-step', 'asks a person: 3 regressions']) {
    expect(section?.body.markup).toContain(words);
  }
  const reportOf = (n: number) => iterationReport(state, state.iterations[n] as IterationState);
  expect(reportOf(2)).toContain('- recovery 1 started (regression): parses fails');
  expect(reportOf(3)).toContain('- retry of recovery 1 (smaller-step): asks a person: 3 regressions in a row');
  expect(reportOf(1)).not.toContain('### Recovery');
});

test("its record has every step, including the person's answer", () => {
  const state = escalated();
  const [recovery] = recoveryHistory(state);
  expect(recovery).toMatchObject({
    outcome: 'escalated',
    protocol_steps: {
      retry: { retry_iteration: 3, outcome: 'failed' },
      escalate: { executed_at: expect.any(String), reason: '3 regressions in a row' },
    },
  });
  expect(receiptOf(state).recovery_history).toEqual([recovery]);
});

test('shows that the loop was aborted before the retry', () => {
  const state = scoredLoop({
    iterations: [{ score: 0.4, decision: rolledBack, next: begun(1) }],
    ended: { ending: 'aborted', reason: 'aborted by the user' },
  });
  const [recovery] = recoveryHistory(state);
  expect(recovery).toMatchObject({ outcome: 'aborted', protocol_steps: { escalate: null } });
  expect(recovery?.protocol_steps).not.toHaveProperty('retry');
});

test('a loop without recoveries does not mention them', () => {
  const state = scoredLoop({ iterations: [{ score: 0.4 }] });
  expect(completionReport(state)).not.toContain('Recover');
  expect(endText(state)).not.toContain('Recover');
  expect(recoveriesSection(state)).toEqual([]);
});
