import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { IterationState } from '../../core/state/state.ts';
import { aFinding, theSettings } from '../../testing/builders.ts';
import { exportLoop } from '../export/export-loop.ts';
import { regressionEvents } from '../export/regressions.ts';
import { exportSchema } from '../export/schema.ts';
import { commitMessage } from './commit-message.ts';
import { endText } from './end.ts';
import { alertLines } from './end-alerts.ts';
import { type ReportFormat, reportFormats } from './files/report-formats.ts';
import { alertsSection } from './html/alerts-section.ts';
import { humanDecisions } from './human-decisions.ts';
import { iterationReport } from './iteration-report.ts';
import { reportedAlerts } from './reported-alerts.ts';

/** One finding is approved, another is called false, and a third is rejected by nobody's coming in time. */
const state = scoredLoop({
  iterations: [
    {
      score: 0.9,
      findings: [
        aFinding({ id: 'f1', why: 'the test of sums is skipped' }),
        aFinding({ id: 'f2', why: 'an assertion is gone' }),
        aFinding({ id: 'f3', why: 'an export is gone' }),
      ],
    },
  ],
  ended: { ending: 'completed', reason: 'the criteria hold', best: 1 },
  later: [
    {
      type: 'gate-answered',
      answer: 'approve',
      iteration: 1,
      blockers: ['finding:f1'],
      reason: 'sums are going away',
      by: 'command',
      person: 'ann',
    },
    { type: 'finding-marked', id: 'finding:f2', falsePositive: true, reason: 'it moved' },
    {
      type: 'gate-answered',
      answer: 'block',
      iteration: 1,
      blockers: ['finding:f3'],
      reason: 'nobody answered within 60 minutes',
      by: 'timeout',
    },
  ],
});

const report = (format: ReportFormat, iteration = 0) =>
  reportFormats[format]({
    state,
    iteration: iteration === 0 ? null : (state.iterations[iteration] ?? null),
    folder: '/nowhere',
    workspace: async () => null,
  });
const approval = /[Aa]pproved by ann \(command\) on 2026-02-02 10:01 UTC: sums are going away/;

test('a rejected iteration does not show as approved after a later approval', async () => {
  const answered = (answer: 'approve' | 'reject', iteration: number): LoopEvent => ({
    type: 'gate-answered',
    answer,
    iteration,
    blockers: ['finding:f1'],
    reason: `${answer} it`,
    by: 'command',
    person: 'ann',
  });
  const seen = (answer: 'approve' | 'reject', n: number) => ({
    score: 0.9,
    findings: [aFinding({ id: 'f1', why: 'the test of sums is skipped' })],
    next: [answered(answer, n)],
  });
  const both = scoredLoop({ iterations: [seen('reject', 1), seen('approve', 2)] });
  const reportOf = (n: number) => iterationReport(both, both.iterations[n] as IterationState);
  expect(reportOf(1)).toContain('rejected by ann (command)');
  expect(reportOf(1)).not.toContain('approved');
  expect(reportOf(2)).toContain('approved by ann (command)');
  const { markup } = alertsSection(both).body;
  expect(markup).toMatch(/In #1: rejected by ann[^<]* In #2: approved by ann/);
  expect(alertLines(both)).toEqual([expect.stringContaining('in #1, #2, approved in #2 (approve it)')]);
  expect(reportedAlerts(both, both.iterations[1] as IterationState)).toMatchObject([{ status: 'holds', reason: null }]);
  expect(regressionEvents(both)).toMatchObject([{ iteration: 1, human_decision: 'reject' }]);
});

describe('decisions by people, with who, when and why', () => {
  test('in the report', async () => {
    const text = await report('md');
    expect(text).toMatch(
      /\| 2026-02-02 10:01 UTC \| #1 \| approved \| ann \(command\) \| sums are going away \| the test of sums is skipped/,
    );
    expect(text).toMatch(/\| marked a false positive \| a person \(command\) \| it moved \| an assertion is gone/);
    expect(text).toMatch(/\| timed out \| nobody in time \| nobody answered within 60 minutes \|/);
  });

  test('next to the alert, in the report of its iteration and on the page', async () => {
    expect(await report('md', 1)).toMatch(approval);
    const page = await report('html');
    expect(page).toMatch(approval);
    expect(page).toContain('<h2 id="people-title">Decisions by people</h2>');
  });

  test('in the receipt and in the exported state', async () => {
    const decision = {
      decision: 'approve',
      iteration: 1,
      reason: 'sums are going away',
      by: 'command',
      person: 'ann',
      about: [{ id: 'finding:f1', text: expect.stringContaining('the test of sums is skipped') }],
    };
    expect(JSON.parse(await report('json')).human_decisions[0]).toMatchObject(decision);
    const exported = await exportLoop(state, 'completed', {
      files: '/files',
      artifacts: async () => null,
      patternName: (id) => id,
    });
    expect(exportSchema.parse(exported).human_decisions.map((one) => one.decision)).toEqual([
      'approve',
      'false-positive',
      'block',
    ]);
    expect(exported.human_decisions[0]).toMatchObject(decision);
  });

  const asking = { type: 'gate-opened', iteration: 1, question: 'Go on? no key', timeoutMinutes: 60 } as const;
  const approve = {
    type: 'gate-answered',
    answer: 'approve',
    iteration: 1,
    reason: 'use mine',
    by: 'command',
  } as const;
  test.each<{ what: string; later: LoopEvent[]; is: object }>([
    {
      what: 'an answer to a blocked agent is about its question',
      later: [
        { ...asking, blockers: [] },
        { ...approve, blockers: [], person: 'ann' },
      ],
      is: { iteration: 1, person: 'ann', about: [{ id: 'question:1', text: 'Go on? no key' }] },
    },
    {
      what: 'an abort at a gate is about what was asked',
      later: [
        { ...asking, blockers: ['finding:f9'] },
        { type: 'abort-requested', revert: false, reason: 'no', person: 'ann' },
      ],
      is: { decision: 'abort', iteration: 1, person: 'ann', about: [{ id: 'finding:f9', text: null }] },
    },
    {
      what: 'an abort where nothing was asked is about the loop',
      later: [{ type: 'abort-requested', revert: true, person: 'ann' }],
      is: { decision: 'abort', iteration: null, person: 'ann', about: [] },
    },
    {
      what: 'a rollback',
      later: [{ type: 'iteration-applied', name: '0', tree: 't', reason: 'rolled back', person: 'ann' }],
      is: { decision: 'apply', iteration: 0, person: 'ann', about: [] },
    },
    {
      what: 'a mark',
      later: [{ type: 'finding-marked', id: 'finding:f1', falsePositive: true, reason: null, person: 'ann' }],
      is: { decision: 'false-positive', person: 'ann', about: [{ id: 'finding:f1' }] },
    },
  ])('$what', ({ later, is }) => {
    expect(humanDecisions(scoredLoop({ iterations: [{ score: 0.5 }], later }))).toMatchObject([is]);
  });

  test('in the commit: only what was approved', () => {
    const message = commitMessage(state, 1);
    expect(message).toMatch(approval);
    expect(message).toContain('\nJumar-Approved: 1\n');
    expect(message).not.toContain('an export is gone');
    expect(commitMessage(scoredLoop({ iterations: [{ score: 1 }] }), 1)).not.toMatch(/pproved|person/);
  });
});

test('what a person loosened is in the last lines and in every report', async () => {
  const loose = scoredLoop({
    iterations: [{ score: 0.9 }],
    ended: { ending: 'completed', reason: 'the criteria hold', best: 1 },
    later: [
      {
        type: 'settings-changed',
        settings: theSettings({ verify: { pristine: false } }),
        person: 'ann',
      },
    ],
  });
  const change = 'verify.pristine: true → false';
  const formats: ReportFormat[] = ['md', 'html', 'junit', 'sarif', 'json'];
  const input = { state: loose, iteration: null, folder: '/nowhere', workspace: async () => null };
  expect(endText(loose, { columns: 200 })).toContain(`looser  ${change}, by ann (`);
  for (const format of formats) expect(await reportFormats[format](input), format).toContain(change);
});
