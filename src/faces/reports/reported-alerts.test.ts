import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import { aFinding, aVerdict } from '../../testing/builders.ts';
import { reportFormats } from './files/report-formats.ts';

const deleted = aFinding({
  type: 'test_deletion',
  pattern: 'test-deleted',
  why: 'The test "adds" is deleted.',
  before: { path: 'a.test.js', line: 3 },
  after: null,
});
const count = {
  type: 'test_deletion',
  severity: 'critical',
  message: 'Test count decreased from 9 to 8',
  tests: ['adds'],
} as const;

function requestOf(later: LoopEvent[] = []) {
  const state = scoredLoop({
    iterations: [
      {
        score: 0.5,
        verdicts: [aVerdict({ outcome: 'pass' })],
        findings: [deleted],
        alerts: [{ ...count, tests: ['adds'] }],
      },
    ],
    later,
  });
  const iteration = state.iterations[1] ?? null;
  return { state, iteration, folder: '/nowhere', workspace: async () => null };
}

test('a deleted test that the guard and the counts raised is one failure in JUnit', async () => {
  const xml = await reportFormats.junit(requestOf());
  expect(xml.match(/<failure /g)).toHaveLength(1);
  expect(xml).not.toContain('<testsuite name="alerts"');
  expect(xml).toContain('Test count decreased from 9 to 8</failure>');
});

test('and one result in SARIF', async () => {
  const { results } = JSON.parse(await reportFormats.sarif(requestOf())).runs[0];
  expect(results).toMatchObject([
    {
      level: 'error',
      message: { text: expect.stringContaining('The test "adds" is deleted; Test count decreased from 9 to 8') },
    },
  ]);
});

test('a loss is settled as its main alert is, unless something of it still blocks', async () => {
  const mark = { type: 'finding-marked', id: 'finding:f1', falsePositive: true, reason: 'moved' } as const;
  const xml = await reportFormats.junit(requestOf([mark]));
  expect(xml).toContain('<skipped message="marked a false positive: moved"/>');
  expect(xml).toContain('is deleted.\nTest count decreased from 9 to 8</system-out>');
  expect(xml).not.toContain('<failure ');
});
