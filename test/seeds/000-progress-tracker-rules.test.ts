import { expect } from 'vitest';
import { metricAlerts } from '../../src/core/metrics/alerts.ts';
import { classify } from '../../src/core/metrics/classify.ts';
import { iterationDeltas } from '../../src/core/metrics/deltas.ts';
import { errorCount, type Metrics } from '../../src/core/metrics/metrics.ts';
import { scoreMetrics } from '../../src/core/quality/score.ts';
import { selectionOf } from '../../src/core/selection/selection.ts';
import { outcomes } from '../../src/core/state/outcome.ts';
import { readHookDecision, stricter } from '../../src/core/verification/stricter.ts';
import { createProgressTracker } from '../../src/faces/library/progress-tracker.ts';
import type { TrackerMessage } from '../../src/faces/library/tracker-messages.ts';
import { trajectoryFile } from '../../src/faces/reports/best-tracker.ts';
import { endText } from '../../src/faces/reports/end.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed000 } from './000.rows.ts';
import { measured } from './support/measured.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

const [baseline, second, third] = [measured(8, 5, 65), measured(10, 8, 75), measured(9, 7, 72)];

/** What the tracker says of each message in turn. */
async function conversation(messages: readonly TrackerMessage[]): Promise<TrackerMessage[][]> {
  const tracker = createProgressTracker();
  const orchestrator = createProgressTracker({ name: 'orchestrator' });
  const replies: TrackerMessage[][] = [];
  for (const message of messages) replies.push(await orchestrator.send(message, tracker));
  return replies;
}

const complete = (iteration: number, metrics: Metrics): TrackerMessage => ({
  type: 'IterationComplete',
  iteration,
  metrics,
});

/** The five iterations of the seed, with its scores. */
const five = scoredLoop({
  baseline: { score: 0.6, metrics: baseline },
  iterations: [
    { score: 0.65, metrics: measured(8, 6, 68) },
    { score: 0.82, metrics: measured(10, 9, 78) },
    { score: 0.88, metrics: measured(10, 10, 85) },
    { score: 0.85, metrics: measured(10, 10, 83) },
    { score: 0.81, metrics: measured(10, 9, 80) },
  ],
  ended: { ending: 'iteration-limit', reason: 'the limit' },
});

story('methods', async () => {
  const tracker = createProgressTracker();
  const request = { type: 'BaselineRequest', metrics: baseline } as const;
  const [sent] = await tracker.send(request, createProgressTracker());
  const [received] = await tracker.receive(request, tracker);
  const [generated] = await tracker.generateReply([request]);
  const [chatted] = await createProgressTracker().initiateChat(tracker, request);
  for (const reply of [sent, received, generated, chatted]) expect(reply).toMatchObject({ type: 'ProgressReport' });
});

story('receives', async () => {
  const [first, next, decision] = await conversation([
    { type: 'BaselineRequest', metrics: baseline },
    complete(1, second),
    { type: 'LoopDecisionRequest' },
  ]);
  expect(first).toMatchObject([{ iteration: 0, classification: 'baseline' }]);
  expect(next).toMatchObject([{ iteration: 1, classification: 'forward', recommendation: { action: 'continue' } }]);
  expect(decision).toEqual(next);
  await expect(conversation([complete(1, second)])).rejects.toThrow('iteration 0 comes before iteration 1');
});

story('sends', async () => {
  const [, , fall, end] = await conversation([
    { type: 'BaselineRequest', metrics: baseline },
    complete(1, second),
    complete(2, third),
    { type: 'LoopDecisionRequest', complete: true },
  ]);
  expect(fall).toMatchObject([
    { type: 'RegressionAlert', to: ['orchestrator', 'human'], alerts: [{ type: 'test_deletion' }, {}, {}] },
    { type: 'ProgressReport', best: { iteration: 1 }, recommendation: { action: 'rollback', target_iteration: 1 } },
  ]);
  expect(end).toMatchObject([{ type: 'BestIterationSelection', selected_iteration: 1, final_iteration: 2 }]);
});

story('tracker-judge', async () => {
  const messages = Array.from({ length: 8 }, (_, n) => complete(n + 1, measured(20, 10, 50)));
  const replies = await conversation([{ type: 'BaselineRequest', metrics: measured(20, 10, 50) }, ...messages]);
  const reports = replies.map((reply) => reply.at(-1)).flatMap((one) => (one?.type === 'ProgressReport' ? [one] : []));
  expect(new Set(reports.map(({ quality_score }) => quality_score)).size).toBe(1);
  const stall = reports.find(({ classification }) => classification === 'stalled');
  expect(stall?.recommendation).toMatchObject({ action: 'continue', rule: 'stalled', instruction: expect.any(String) });
  expect(reports.map(({ recommendation }) => recommendation.action)).toContain('stop');
  const fallen = [second, third, third, third].map((metrics, index) => complete(index + 1, metrics));
  const falls = await conversation([{ type: 'BaselineRequest', metrics: baseline }, ...fallen]);
  expect(falls.at(-1)?.at(-1)).toMatchObject({ recommendation: { action: 'escalate', confidence: 0.9 } });
});

story('thoughts', async () => {
  const [, , fall] = await conversation([
    { type: 'BaselineRequest', metrics: baseline },
    complete(1, second),
    complete(2, third),
  ]);
  expect(fall?.[1]).toMatchObject({
    thoughts: [
      { type: 'goal', text: 'Assess iteration 2 against iteration 1' },
      { type: 'extraction', text: expect.stringContaining('test_count=9, tests_passed=7') },
      { type: 'reasoning', text: expect.stringMatching(/test_count -1.*: regression/) },
      { type: 'exception', text: 'Test count decreased from 10 to 9 (critical)' },
      { type: 'exception' },
      { type: 'exception' },
      { type: 'synthesis', text: expect.stringMatching(/^rollback: /) },
    ],
  });
});

story('regression-deltas', () => {
  const { previous, baseline: fromBaseline } = iterationDeltas(third, second, baseline);
  expect(previous).toMatchObject({ test_count: -1, pass_rate: expect.closeTo(-2.2, 1), coverage: -3 });
  expect(fromBaseline).toMatchObject({ test_count: 1, pass_rate: expect.closeTo(15.3, 1), coverage: 7 });
});

story('regression-alerts', () => {
  expect(metricAlerts({ previous: second, current: third })).toMatchObject([
    { severity: 'critical', type: 'test_deletion', message: 'Test count decreased from 10 to 9' },
    { severity: 'high', type: 'coverage_regression', message: 'Coverage dropped 75%→72% (exceeds -2% threshold)' },
    { severity: 'high', type: 'functionality_loss', message: 'Passing tests decreased from 8 to 7' },
  ]);
});

story('selection-peak', () => {
  const selection = selectionOf(five);
  expect(selection).toMatchObject({ selected: 3, final: 5 });
  expect(selection?.trajectory.map(({ score }) => score)).toEqual([0.65, 0.82, 0.88, 0.85, 0.81]);
  expect(selection?.rationale).toEqual([
    'the highest score, 0.88',
    'all tests pass (10/10)',
    'quality fell from iteration 4 on (-7.95 %)',
  ]);
});

story('selection-figures', () => {
  expect(selectionOf(five)).toMatchObject({ difference: 0.07, percent: 8.6 });
});

story('degradation', () => {
  const expected = { began: 4, pattern: 'over-refinement', iterationsAfterPeak: 2, loss: -7.95 };
  expect(selectionOf(five)?.degradation).toEqual(expected);
});

story('error-count', () => {
  const over = {
    types: { errors: 2 },
    lint: { errors: 3, warnings: 9 },
    build: { status: 'failure', durationMs: 1 },
  } as const;
  expect(errorCount(measured(8, 4, null, over))).toBe(4 + 2 + 3 + 1);
});

story('classes', () => {
  const history = [1, 2].map(() => ({
    classification: 'plateau' as const,
    score: 0.8,
    metrics: second,
    previous: second,
  }));
  const classOf = (current: Metrics, previous: Metrics | null, before = history.slice(2)) =>
    classify({ current, previous, score: 0.8, history: before }).classification;
  expect(classOf(baseline, null)).toBe('baseline');
  expect(classOf(second, baseline)).toBe('forward');
  expect(classOf(third, second)).toBe('regression');
  expect(classOf(measured(10, 8, 76), second)).toBe('plateau');
  expect(classOf(second, second, history)).toBe('stalled');
});

story('alert-table', () => {
  const code = (files: number, mean: number) => ({ files, complexity: { mean, max: 9, functions: 5 } });
  const lint = (errors: number) => ({ lint: { errors, warnings: 0 } });
  const raised = (previous: Metrics, current: Metrics) =>
    metricAlerts({ previous, current }).map(({ type, severity }) => `${severity} ${type}`);
  expect(raised(measured(10, 10, 80), measured(9, 9, 80))).toContain('critical test_deletion');
  const passed = new Map([['a', 'passed' as const]]);
  const named = { before: passed, after: new Map([['a', 'failed' as const]]) };
  expect(metricAlerts({ previous: measured(1, 1, 80), current: measured(1, 0, 80), named })).toMatchObject([
    { severity: 'critical', type: 'working_test_failing', tests: ['a'] },
  ]);
  expect(raised(measured(8, 8, 80), measured(8, 8, 77))).toEqual(['high coverage_regression']);
  expect(raised(measured(8, 8, 80), measured(8, 8, 78))).toEqual([]);
  expect(raised(measured(8, 8, 80, lint(0)), measured(8, 8, 80, lint(6)))).toEqual(['high error_increase']);
  expect(raised(measured(8, 8, 80, code(9, 4)), measured(8, 8, 80, code(8, 4)))).toEqual(['medium file_deletion']);
  expect(raised(measured(8, 8, 80, code(9, 4)), measured(8, 8, 80, code(9, 6.1)))).toEqual([
    'medium complexity_explosion',
  ]);
});

story('stall', () => {
  const still = { classification: 'plateau' as const, metrics: second, previous: second };
  const after = (scores: number[]) =>
    classify({ current: second, previous: second, score: 0.8, history: scores.map((score) => ({ ...still, score })) });
  expect(after([0.8, 0.8]).classification).toBe('stalled');
  expect(after([0.1, 0.5]).classification).toBe('plateau');
  expect(after([0.8]).classification).toBe('plateau');
});

story('weights', () => {
  const code = { files: 3, loc: 450, complexity: { mean: 2, max: 3, functions: 9 } };
  const full = { ...code, lint: { errors: 8, warnings: 4 }, build: { status: 'success', durationMs: 1 } } as const;
  const { chosen } = scoreMetrics(measured(8, 5, 65, full), measured(8, 5, 65, full));
  expect(chosen.dimensions.map(({ name, weight }) => [name, weight])).toEqual([
    ['validation', 0.3],
    ['completeness', 0.25],
    ['correctness', 0.25],
    ['readability', 0.1],
    ['efficiency', 0.1],
  ]);
  const sum = chosen.dimensions.reduce((total, { contribution }) => total + contribution, 0);
  expect(chosen).toMatchObject({ score: expect.closeTo(sum, 5), confidence: 1 });
});

story('components', () => {
  const partsOf = (metrics: Metrics, start: Metrics) => {
    const { dimensions } = scoreMetrics(metrics, start).chosen;
    return Object.fromEntries(
      dimensions.map(({ name, components }) => [name, components.map((one) => `${one.name} ${one.score}`)]),
    );
  };
  const code = (loc: number, mean: number) => ({ loc, complexity: { mean, max: 9, functions: 5 } });
  const lint = { errors: 8, warnings: 4 };
  const failed = { lint, build: { status: 'failure', durationMs: 1 }, ...code(640, 4) } as const;
  expect(partsOf(measured(8, 5, 65, failed), measured(10, 5, 65, code(400, 4)))).toEqual({
    validation: ['tests_pass 0.625', 'build 0', 'lint_errors 0.6'],
    completeness: ['coverage 0.65', 'tests_against_baseline 0.8'],
    correctness: ['pass_rate 0.625', 'errors 0.76'],
    readability: ['lint_warnings 0.88', 'complexity 0.8'],
    efficiency: [expect.stringMatching(/^lines_against_baseline 0\.5/), 'bloat 0.5'],
  });
  const built = { lint, build: { status: 'success', durationMs: 1 }, ...code(440, 2) } as const;
  expect(partsOf(measured(8, 5, 65, built), measured(10, 5, 65, code(400, 4)))).toMatchObject({
    validation: ['tests_pass 0.625', 'build 1', 'lint_errors 0.6'],
    readability: ['lint_warnings 0.88', 'complexity 0.9'],
    efficiency: ['lines_against_baseline 1', 'bloat 1'],
  });
  const unknown = partsOf(measured(8, 5, 65, { lint }), measured(10, 5, 65));
  expect(unknown).toMatchObject({ efficiency: ['lines_against_baseline null', 'bloat null'] });
});

story('rolls-back', async () => {
  const low = { lint: { errors: 40, warnings: 0 } };
  const none = { lint: { errors: 36, warnings: 0 } };
  const good = { lint: { errors: 0, warnings: 0 } };
  const [, , fall] = await conversation([
    { type: 'BaselineRequest', metrics: measured(8, 8, 70, none) },
    complete(1, measured(8, 8, 70, good)),
    complete(2, measured(8, 8, 70, low)),
  ]);
  expect(fall?.at(-1)).toMatchObject({
    recommendation: { action: 'rollback', target_iteration: 1, reason: expect.stringMatching(/^score 0\.\d+ against/) },
  });
});

story('acceptance', () => {
  const low = scoredLoop({ iterations: [{ score: 0.5 }], ended: { ending: 'stalled', reason: 'r' } });
  expect(endText(low)).toContain('score 0.50, below the acceptance of 0.70');
  const good = scoredLoop({ iterations: [{ score: 0.8 }], ended: { ending: 'stalled', reason: 'r' } });
  expect(endText(good)).not.toContain('below the acceptance');
});

story('selection-criteria', () => {
  expect(trajectoryFile(five).selection).toMatchObject({
    selection_criteria: { primary: 'highest_quality_score', threshold: 0.7 },
    reason_final_not_selected: 'quality fell from iteration 4 on',
  });
});

story('hook-returns', () => {
  const current = five.iterations[5]!;
  const decided = { ...current.decision!, action: 'continue', ending: null } as const;
  const returned = (action: string) => readHookDecision(JSON.stringify({ action, reason: 'not on a Friday' }));
  const answers = ['continue', 'rollback', 'stop', 'escalate'].map((action) => {
    const { action: taken, ending, reason } = stricter(decided, returned(action)!, five, 5, 3);
    return [taken, ending, reason.includes('not on a Friday')];
  });
  expect(answers).toEqual([
    ['continue', null, false],
    ['rollback', null, true],
    ['stop', 'hook', true],
    ['escalate', 'escalated', true],
  ]);
  expect(outcomes.hook).toMatchObject({ status: 'stopped', exitCode: 3 });
  expect(returned('celebrate')).toBeNull();
});

story('conversation', async () => {
  const lost = measured(10, 9, 70);
  const [, forward, fall, end] = await conversation([
    { type: 'BaselineRequest', metrics: baseline },
    complete(1, measured(10, 8, 75)),
    complete(2, lost),
    { type: 'LoopDecisionRequest', complete: true },
  ]);
  expect(forward).toMatchObject([{ classification: 'forward', recommendation: { action: 'continue' } }]);
  expect(fall).toMatchObject([
    { type: 'RegressionAlert', alerts: [{ type: 'coverage_regression', severity: 'high' }] },
    { classification: 'regression', recommendation: { action: 'continue' } },
  ]);
  expect(end).toMatchObject([{ type: 'BestIterationSelection' }]);
});

story('selection-message', async () => {
  const messages = [measured(10, 8, 75), measured(10, 10, 85), measured(10, 9, 80)];
  const replies = await conversation([
    { type: 'BaselineRequest', metrics: baseline },
    ...messages.map((metrics, n) => complete(n + 1, metrics)),
    { type: 'LoopDecisionRequest', complete: true },
  ]);
  expect(replies.at(-1)).toMatchObject([
    {
      type: 'BestIterationSelection',
      total_iterations: 3,
      selected_iteration: 2,
      final_iteration: 3,
      selected_quality: expect.any(Number),
      final_quality: expect.any(Number),
      delta: expect.any(Number),
      improvement_percentage: expect.any(Number),
      quality_trajectory: { iteration_1: expect.any(Number), iteration_3: expect.any(Number) },
      rationale: expect.arrayContaining([expect.stringContaining('the highest score')]),
    },
  ]);
  expect(trajectoryFile(five, ['src/auth/login.ts'])).toMatchObject({
    loop_id: five.id,
    total_iterations: 5,
    selection: {
      delta: 0.07,
      improvement_percentage: 8.6,
      degradation: { degradation_started: 4, pattern: 'over_refinement', iterations_after_peak: 2 },
      artifacts_applied: { source: 'iterations/iteration-003', files_copied: ['src/auth/login.ts'] },
    },
  });
});

story('alert-actions', async () => {
  const actionAfter = async (metrics: Metrics) => {
    const [, reply] = await conversation([
      { type: 'BaselineRequest', metrics: measured(8, 8, 80) },
      complete(1, metrics),
    ]);
    const [alert, report] = reply ?? [];
    return [
      alert?.type === 'RegressionAlert' && alert.alerts[0]?.severity,
      report && 'recommendation' in report && report.recommendation.action,
    ];
  };
  expect(await actionAfter(measured(7, 7, 80))).toEqual(['critical', 'rollback']);
  expect(await actionAfter(measured(8, 7, 80))).toEqual(['critical', 'rollback']);
  expect(await actionAfter(measured(8, 8, 70))).toEqual(['high', 'continue']);
});
