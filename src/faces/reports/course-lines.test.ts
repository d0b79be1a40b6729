import { describe, expect, test } from 'vitest';
import { scoredLoop, scoredRecords } from '../../../test/support/scored-loop.ts';
import { evolve } from '../../core/evolve.ts';
import type { LoopEvent, Recorded } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { aVerdict, judgedLoop, theSettings } from '../../testing/builders.ts';
import { consoleReporter } from './console.ts';
import { endText } from './end.ts';
import { decisionsSection, trajectorySection } from './html/sections.ts';
import { completionReport } from './markdown.ts';
import { selectionReport } from './selection.ts';

/** What the plain lines say of these events. */
function told(state: LoopState, ...events: LoopEvent[]): string {
  let text = '';
  let now = state;
  const reporter = consoleReporter((more) => {
    text += more;
  });
  for (const event of events) {
    const record: Recorded = { seq: now.lastSeq + 1, at: now.lastAt + 1000, event };
    now = evolve(now, record);
    reporter.onEvent(record, now);
  }
  return text;
}

const asked: LoopEvent = {
  type: 'gate-opened',
  iteration: 2,
  question: 'Accept this change of iteration 2? a test is gone',
  blockers: ['lost-test:a'],
  timeoutMinutes: 60,
};
const loop = (wait: boolean) => judgedLoop([{ score: 0.5 }, { score: 0.3 }], theSettings({ gate: { wait } }));

describe('plain lines during a loop', () => {
  test('a recovery line has the cause and the strategy', () => {
    const diagnosis = { kind: 'broke-tests', rootCause: 'a broke', confidence: 0.85, evidence: [] } as const;
    const text = told(
      loop(false),
      { type: 'recovery-diagnosed', iteration: 2, attempt: 1, trigger: 'regression', ...diagnosis, evidence: [] },
      {
        type: 'recovery-adapted',
        iteration: 2,
        attempt: 1,
        strategy: 'smaller-step',
        changes: ['back to the best iteration'],
        instruction: '',
        reason: 'suits broke-tests',
        from: 0,
      },
    );
    expect(text).toBe(
      '   recovery 1 (regression): a broke (confidence 0.85)\n     smaller-step: back to the best iteration\n',
    );
  });

  test('a waiting loop shows the question, how to look and how to answer', () => {
    const text = told(loop(true), asked);
    expect(text).toContain('Accept this change of iteration 2? a test is gone');
    expect(text).toContain('jumar diff fix-tests-00000000 0 2');
    expect(text).toContain('jumar gate approve fix-tests-00000000 --reason "…"');
    expect(text).toMatch(/waiting until \d{4}-\d\d-\d\dT/);
    expect(told(loop(false), asked)).toBe('');
  });

  test.each<[string, string, 'reject' | 'block', string | null]>([
    ['command', 'rejected by a person: not so', 'reject', 'not so'],
    ['timeout', 'refused: nobody answered within 60 minutes', 'reject', 'nobody answered within 60 minutes'],
  ])('an answer by %s is told as what it was', (by, words, answer, reason) => {
    const event: LoopEvent = { type: 'gate-answered', answer, iteration: 2, blockers: ['lost-test:a'], reason, by };
    expect(told(loop(false), asked, event)).toBe(`   ${words}\n`);
  });
});

test('an end at an open gate shows the question, the change and the answer', () => {
  const later: LoopEvent[] = [asked, { type: 'gate-unattended', iteration: 2 }];
  const ended = { ending: 'escalated', reason: 'a test is gone' } as const;
  const text = endText(scoredLoop({ iterations: [{ score: 0.6 }, { score: 0.3 }], later, ended }));
  expect(text).toContain('asks    Accept this change of iteration 2? a test is gone');
  expect(text).toContain('change  jumar diff fix-tests-00000000 1 2');
  expect(text).toContain('answer  jumar gate approve fix-tests-00000000 --reason "…"');
});

test('the objective is in the lines, the end and the report', () => {
  const measured = (objective: number) => ({
    score: 0.5,
    metrics: { custom: { objective } },
    verdicts: [aVerdict({ outcome: 'pass' })],
  });
  const loop = {
    created: { settings: theSettings({ goal: { mode: 'minimize', command: 'cat size.txt' } }) },
    baseline: measured(400),
    iterations: [
      { ...measured(150), best: 1 },
      { ...measured(250), best: 1 },
    ],
    ended: { ending: 'completed', reason: 'enough', best: 1 } as const,
  };
  let text = '';
  let state: LoopState | null = null;
  const reporter = consoleReporter((more) => {
    text += more;
  });
  for (const record of scoredRecords(loop)) {
    state = evolve(state, record);
    reporter.onEvent(record, state);
  }
  expect(text).toContain('goal    minimize  cat size.txt');
  expect(text).toContain('#0  baseline  objective 400');
  expect(text).toMatch(/^#1 .* objective 400→150 /m);
  expect(text).toMatch(/kept +iteration 1, no later iteration was better, objective 150, score 0.50/);
  expect(text).toContain('gained  objective 400 → 150');
  const optimised = scoredLoop(loop);
  const report = completionReport(optimised);
  expect(report).toMatch(/^\| 2 .*\| 250 \| 0.50 \|/m);
  expect(report).toMatch(/^1: .*0.50 \(\+0.000\), objective 150/m);
  expect(selectionReport(optimised)).toContain('Selected against final, objective: -100 (-40 %).');
  expect(selectionReport(optimised)).toContain('- the lowest objective, 150');
  const all = new Set(optimised.iterations.map(({ n }) => n));
  const page = [trajectorySection(optimised, all), decisionsSection(optimised, all)]
    .map(({ body }) => body.markup)
    .join('');
  expect(page).toContain('<polyline class="objective"');
  expect(page).toContain('#2: objective 250');
  expect(page).toContain('<th scope="col">Objective</th>');
});
