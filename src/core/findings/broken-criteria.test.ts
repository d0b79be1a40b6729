import { expect, test } from 'vitest';
import { aVerdict, judgedLoop, played, testsVerdict } from '../../testing/builders.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { evolve } from '../evolve.ts';
import { judge } from '../judge.ts';
import type { IterationState } from '../state/state.ts';
import { brokenCriteria } from './broken-criteria.ts';

const holds = (criterion: string) => aVerdict({ criterion, outcome: 'pass' });
const fails = (criterion: string, over: Partial<Verdict> = {}) => aVerdict({ criterion, ...over });
const tests = { total: 2, passed: 1, failed: 1, skipped: 0 };
const broke = { type: 'working_test_failing' as const, severity: 'critical' as const, message: '', tests: ['a'] };

test.each<[string, Verdict[], Partial<IterationState>, string | null]>([
  ['all hold', [holds('c1')], { verdicts: [holds('c1')] }, null],
  ['one failed before', [fails('c1')], { verdicts: [fails('c1')] }, null],
  [
    'one breaks',
    [holds('c1'), fails('c2')],
    { verdicts: [fails('c1'), holds('c2')] },
    'A criterion that held no longer does: "npm test" (exit 1)',
  ],
  [
    'one cannot be measured',
    [holds('c1')],
    { verdicts: [aVerdict({ outcome: 'unmeasured', reason: 'gone' })] },
    'A criterion that held no longer does: "npm test" (gone)',
  ],
  [
    'two break',
    [holds('c1'), holds('c2')],
    { verdicts: [fails('c1'), fails('c2')] },
    '2 criteria that held no longer do: "npm test" (exit 1), "c2" (exit 1)',
  ],
  ['it flips on the same tree', [holds('c1')], { verdicts: [fails('c1', { flaky: true })] }, null],
  ['its tests say it by name', [holds('c1')], { verdicts: [fails('c1', { tests })], alerts: [broke] }, null],
  [
    'other tests do',
    [holds('c1')],
    { verdicts: [fails('c1')], alerts: [broke] },
    'A criterion that held no longer does: "npm test" (exit 1)',
  ],
  ['a person broke it', [holds('c1')], { verdicts: [fails('c1')], byHand: true }, null],
  ['it is the baseline', [holds('c1')], { verdicts: [fails('c1')], parent: null }, null],
])('%s: %s', (_, before, over, message) => {
  const loop = judgedLoop([
    { score: 0.5, over: { verdicts: before } },
    { score: 0.9, over },
  ]);
  const alert = brokenCriteria(loop, loop.iterations[2] as IterationState);
  expect(alert?.message ?? null).toBe(message);
  if (alert) expect(alert).toMatchObject({ type: 'criterion_broken', severity: 'high' });
});

test('it is raised though the score rises, and once however often it is judged', () => {
  const state = played({ tree: 'a', verdicts: [testsVerdict(1, 10), holds('lint')] }, [
    { tree: 'b', verdicts: [testsVerdict(9, 10), fails('lint')] },
  ]);
  const judgement = { seq: 99, at: 0, event: judge(state, 1) };
  const twice = evolve(evolve(state, judgement), { ...judgement, seq: 100 });
  expect(twice.iterations[1]?.alerts.map(({ type }) => type)).toEqual(['criterion_broken']);
});
