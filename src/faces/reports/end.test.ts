import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { nothingSpent } from '../../core/agents/spending.ts';
import { summaryOf } from '../../core/analytics/summary.ts';
import type { EventOf } from '../../core/state/events.ts';
import { aFinding, agentStarted, aVerdict, testsVerdict, theSettings } from '../../testing/builders.ts';
import { consoleReporter } from './console.ts';
import { endText } from './end.ts';
import { endCommands } from './end-commands.ts';
import { costText, tookText } from './end-rows.ts';
import { asciiGlyphs } from './glyphs.ts';
import { iterationPanel } from './iteration-panel.ts';
import { receiptOf } from './receipt.ts';

const failing = (passed: number) => [
  aVerdict({
    reason: `exit 1, ${13 - passed} of 13 tests failed`,
    tests: { total: 13, passed, failed: 13 - passed, skipped: 0 },
    excerpt: 'not ok 3 - the discount begins at 50.00\nexpected 5, got 0',
    durationMs: 900,
  }),
];

const created = { task: 'make npm test pass', settings: theSettings({ limits: { maxIterations: 5 } }) };

function succeeded() {
  return scoredLoop({
    created,
    baseline: { score: 0.7, verdicts: failing(9) },
    iterations: [
      { score: 0.8, verdicts: failing(11), changes: { paths: ['src/price.js'], insertions: 4, deletions: 1 } },
      {
        score: 0.6,
        verdicts: failing(8),
        findings: [aFinding({ why: 'The test "rounds up" is skipped.' })],
        decision: { action: 'rollback', rule: 'regression', reason: 'a test was skipped; back to iteration 1' },
      },
      {
        score: 0.97,
        verdicts: [{ ...testsVerdict(13, 13), reason: 'exit 0, 13 tests passed', durationMs: 900 }],
        changes: { paths: ['src/basket.js'], insertions: 2, deletions: 2 },
        decision: { action: 'complete', rule: 'criteria-hold', reason: 'the criterion holds', ending: 'completed' },
      },
    ],
    ended: { ending: 'completed', reason: 'the criterion holds at iteration 3' },
  });
}

const taught = (iteration: number, why: string): EventOf<'iteration-reflected'> => ({
  type: 'iteration-reflected',
  iteration,
  summary: { text: '', source: 'rules' },
  problem: null,
  spent: null,
  durationMs: 0,
  reflection: {
    kind: 'assertion',
    whatFailed: `exit 1, ${iteration === 1 ? 1 : 3} of 13 tests failed; "the discount begins at 50.00": expected 5, got 0`,
    why,
    whatToTry: 'Compare what was expected with what came, and find where the two part.',
    failing: [],
    fixed: [],
    broken: [],
    files: ['a.js'],
    repeats: [],
    signature: why,
    source: 'rules',
  },
});

function limited() {
  return scoredLoop({
    created: { ...created, settings: theSettings({ limits: { maxIterations: 2 } }) },
    baseline: { score: 0.7, verdicts: failing(9) },
    iterations: [
      { score: 0.88, verdicts: failing(12), next: [taught(1, 'The change to `a.js` repaired 1 test.')] },
      {
        score: 0.81,
        verdicts: failing(10),
        next: [taught(2, 'The change to `a.js` broke 2 tests that passed before: rounds up, rounds down.')],
      },
    ],
    ended: { ending: 'iteration-limit', reason: '2 of 2 iterations used and the criteria do not hold' },
  });
}

test('what the built-in agent found wants a review; what another agent made is not said to', () => {
  const state = succeeded();
  const by = (name: string) => endText({ ...state, iterations: state.iterations.map((one) => ({ ...one, by: name })) });
  expect(by('repair')).toMatch(/review +found by search: it passes the tests/);
  expect(by('codex')).not.toContain('found by search');
});

test.each([
  [12, /found by search: it makes 3 of 4 failing tests pass, 1 still fails/],
  [9, /found by search: the checks do not hold with it/],
])('what the built-in agent found is not said to pass the tests that still fail', (passed, said) => {
  const state = scoredLoop({
    baseline: { score: 0.7, verdicts: failing(9) },
    iterations: [{ score: 0.8, verdicts: failing(passed) }],
    ended: { ending: 'iteration-limit', reason: '1 of 1 iterations used' },
  });
  const text = endText(
    { ...state, iterations: state.iterations.map((one) => ({ ...one, by: 'repair' })) },
    { columns: 160 },
  );
  expect(text).toMatch(said);
  expect(text).not.toContain('it passes the tests');
});

test('an agent that changed nothing may say what it tried', () => {
  const tried = (reason: string) =>
    endText(scoredLoop({ iterations: [{ score: 0.5, changes: { files: 0, paths: [] }, agent: { reason } }] }), {
      columns: 120,
    });
  expect(tried('tried 214 changes in 12 places')).toContain(
    '#1 changed nothing (tried 214 changes in 12 places): exit 1',
  );
  expect(tried('exit 0')).toContain('#1 changed nothing: exit 1');
});

test.each([
  ['failed', 'exit 3', 'the agent failed (exit 3) and changed nothing'],
  ['timeout', 'cancelled after 30 minutes', 'the agent failed (cancelled after 30 minutes) and changed nothing'],
  ['not-started', 'spawn ENOENT', 'the agent could not start (spawn ENOENT)'],
] as const)('an agent that %s is not one that found nothing to change', (outcome, reason, said) => {
  const iteration = { score: 0.5, changes: { files: 0, paths: [] }, agent: { outcome, reason } };
  const text = endText(limitedBy([iteration]), { columns: 160 });
  expect(text).toContain(`#1 ${said}: exit 1`);
  expect(text).not.toMatch(/#1 changed nothing/);
});

const limitedBy = (iterations: Parameters<typeof scoredLoop>[0]['iterations']) =>
  scoredLoop({ iterations, ended: { ending: 'iteration-limit', reason: '1 of 1 iterations used' } });

describe('the three layouts', () => {
  test('during: an iteration in detail', () => {
    expect(iterationPanel(succeeded(), 2, { columns: 80 })).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
      Jumar: Iteration 2/5
      ────────────────────────────────────────────────────────────
      Previous learnings: iteration 1: none

      This iteration:
        - Approach: the next attempt at the task
        - Agent: agent, 12.0 s, exit 0
        - Changes: 1 file (+1, -0): a.js
        - tests 11→8/13

      Verifying: npm test (fail, exit 1, 5 of 13 tests failed)
      Result: FAIL
      Rolled back: a test was skipped; back to iteration 1
      Next approach: another attempt from iteration 1
      Continuing to iteration 3...
      ────────────────────────────────────────────────────────────"
    `);
  });

  test('success', () => {
    expect(endText(succeeded(), { columns: 80 })).toMatchInlineSnapshot(`
      "
      ════════════════════════════════════════════════════════════
      Jumar: COMPLETE
      ════════════════════════════════════════════════════════════
        task    make npm test pass
        failing 4 → 2 → 0 of 13 tests
        quality 0.70 → 0.97
        status  SUCCESS, 3 of 5 iterations, 3 min 7 s
        why     the criterion holds at iteration 3
        kept    iteration 3, score 0.97
        changed 2 files, +6, -3 over 2 iterations
        took    3 min 7 s: 3 agent runs 3.0 s, checks 7.8 s, metrics 160 ms, guard 1.0
                s, Jumar itself 2 min 55 s; cost unknown

      Verification:
        $ npm test
          exit 0, 13 tests passed

      Tried:
        #1 changed src/price.js: exit 1, 2 of 13 tests failed
        #2 changed a.js: rolled back, a test was skipped; back to iteration 1
        #3 changed src/basket.js: the criteria hold

      Findings:
        critical in #2, caught: The test "rounds up" is skipped. (a.test.js:1)

      Next:
        look    jumar diff fix-tests-00000000 0 3
        apply   jumar apply fix-tests-00000000 3 --branch
        undo    jumar rollback fix-tests-00000000 0
      ════════════════════════════════════════════════════════════"
    `);
  });

  test('a limit', () => {
    expect(endText(limited(), { columns: 80 })).toMatchInlineSnapshot(`
      "
      ════════════════════════════════════════════════════════════
      Jumar: LIMIT REACHED
      ════════════════════════════════════════════════════════════
        task    make npm test pass
        failing 4 → 1 of 13 tests
        quality 0.70 → 0.88
        status  MAX_ITERATIONS, 2 of 2 iterations, 2 min 8 s
        why     2 of 2 iterations used and the criteria do not hold
        kept    iteration 1, better than the last (2) by 0.07, 8.6 %, score 0.88
        changed 1 file, +1, -0
        took    2 min 8 s: 2 agent runs 2.0 s, checks 5.9 s, metrics 120 ms, Jumar
                itself 2 min 0 s; cost unknown

      Last attempt:
        #2 Compare what was expected with what came, and find where the two part.
           changed a.js (+1, -0)

      Last failure:
        $ npm test
          exit 1, 3 of 13 tests failed
          not ok 3 - the discount begins at 50.00
          expected 5, got 0

      Learnings accumulated:
        #1  what  "the discount begins at 50.00": expected 5, got 0
            why   The change to \`a.js\` repaired 1 test.
            next  Compare what was expected with what came, and find where the two
                  part.
        #2  what  "the discount begins at 50.00": expected 5, got 0
            why   The change to \`a.js\` broke 2 tests that passed before: rounds up,
                  rounds down.
            next  Compare what was expected with what came, and find where the two
                  part.

      Tried:
        #1 changed a.js: exit 1, 1 of 13 tests failed
        #2 changed a.js: exit 1, 3 of 13 tests failed

      Options:
        look    jumar diff fix-tests-00000000 0 1
        apply   jumar apply fix-tests-00000000 1 --branch
        undo    jumar rollback fix-tests-00000000 0
        resume  jumar resume fix-tests-00000000 --max-iterations 4
        or      jumar config set limits.maxIterations 4 && jumar resume fix-tests-00000000
        abort   jumar abort fix-tests-00000000 --revert
      ════════════════════════════════════════════════════════════"
    `);
  });

  test.each([80, 120])('only commands are wider than %d columns', (columns) => {
    for (const text of [endText(succeeded(), { columns }), endText(limited(), { columns })]) {
      const lines = text.split('\n').filter((line) => !/ jumar |\.html$/.test(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
    const panel = iterationPanel(succeeded(), 2, { columns });
    expect(Math.max(...panel.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  test('at 120 columns a long reason is not cut', () => {
    const at = (columns: number) => endText(succeeded(), { columns });
    expect(at(80).split('\n').length).toBeGreaterThanOrEqual(at(120).split('\n').length);
    expect(at(120)).toContain('rolled back, a test was skipped; back to iteration 1');
  });

  test('without Unicode', () => {
    const ascii = /^[\x20-\x7e\n]*$/;
    expect(endText(limited(), { columns: 80, glyphs: asciiGlyphs })).toMatch(ascii);
    expect(iterationPanel(limited(), 1, { columns: 80, glyphs: asciiGlyphs })).toMatch(ascii);
  });
});

test.each([
  ['no-ops', 'STOPPED', 'jumar resume'],
  ['agent-cannot-run', 'AGENT CANNOT RUN', '--agent <name>'],
  ['escalated', 'NEEDS A PERSON', 'jumar resume'],
  ['time-limit', 'LIMIT REACHED', '--timeout 120'],
  ['aborted', 'ABORTED', 'jumar rollback'],
] as const)('%s ends as %s and offers %s', (ending, title, offer) => {
  const text = endText(scoredLoop({ iterations: [{ score: 0.5 }], ended: { ending, reason: 'told' } }));
  expect(text).toContain(`Jumar: ${title}`);
  expect(text).toContain(offer);
});

test('the suggested commands neither write into the tree nor fail without a commit', () => {
  const state = succeeded();
  expect(endText(state)).not.toContain('--out');
  const uncommitted = state.iterations.map((one) => ({
    ...one,
    snapshot: one.snapshot && { ...one.snapshot, head: { branch: 'main', commit: null } },
  }));
  expect(endText({ ...state, iterations: uncommitted })).not.toContain('jumar apply');
});

test.each([
  [false, true],
  [true, false],
])('an abort that put the tree back (%s) needs no undo', (revert, undo) => {
  const state = scoredLoop({
    iterations: [{ score: 0.5 }],
    later: [
      { type: 'abort-requested', revert },
      { type: 'loop-ended', ending: 'aborted', reason: 'told', best: 0 },
    ],
  });
  expect(/undo {4}jumar rollback \S+ 0$/m.test(endText(state))).toBe(undo);
});

test('a paused loop offers look, undo, resume and abort', () => {
  const text = endText(
    scoredLoop({ iterations: [{ score: 0.5 }], later: [{ type: 'loop-paused', cause: 'request' }] }),
  );
  expect(text).toContain('Jumar: PAUSED');
  expect(text).toMatch(/look .*jumar diff \S+ 0 1\n.*undo .*jumar rollback \S+ 0\n.*jumar resume .*\n.*jumar abort /);
});

test('runs that were held up are not iterations but count as runs', () => {
  const state = succeeded();
  const spent = { ...state.spent, runs: 7, questions: 2, agentMs: 90_000 };
  expect(tookText({ ...state, spent })).toContain('5 agent runs and 2 questions 3.0 s');
  expect(receiptOf({ ...state, spent })).toMatchObject({ agent_runs: 5, agent_ms: 90_000 });
});

test('an interrupted iteration does not count yet: it will be redone', () => {
  const state = scoredLoop({
    iterations: [{ score: 0.5 }],
    later: [agentStarted(2), { type: 'loop-paused', cause: 'interrupt' }],
  });
  expect(endText(state)).toContain('paused, 1 of 10 iterations');
  expect(summaryOf(state)).toMatchObject({ iterations: 1, launches: 2 });
});

test('the end uses the current width of the terminal', () => {
  let text = '';
  let columns = 120;
  const reporter = consoleReporter(
    (more) => {
      text += more;
    },
    {
      get columns() {
        return columns;
      },
    },
  );
  const state = limited();
  columns = 50;
  reporter.onEvent(
    { seq: 1, at: 1, event: { type: 'loop-ended', ending: 'iteration-limit', reason: '', best: 1 } },
    state,
  );
  const commands = text.indexOf('Options:');
  for (const line of text.slice(0, commands).split('\n')) expect(line.length).toBeLessThanOrEqual(50);
});

test('if only a finding blocks at the limit, a person must decide', () => {
  const verdicts = [{ ...testsVerdict(13, 13), reason: 'exit 0, 13 tests passed' }];
  const held = { score: 0.9, verdicts, findings: [aFinding()], best: 0 };
  const state = scoredLoop({
    created: { ...created, settings: theSettings({ limits: { maxIterations: 2 } }) },
    baseline: { score: 0.7, verdicts: failing(9) },
    iterations: [held, { score: 0.7, verdicts: failing(9), best: 0 }],
    ended: { ending: 'iteration-limit', reason: '2 of 2 iterations used', best: 0 },
  });
  const rows = endCommands(state).map(([name, command]) => `${name}: ${command}`);
  expect(rows.slice(-5)).toEqual([
    `change: jumar diff ${state.id} 0 1`,
    `answer: jumar gate approve ${state.id} --reason "…"   # or reject, abort; jumar alerts lists all`,
    `finish: jumar resume ${state.id}   # once it is approved`,
    `resume: jumar resume ${state.id} --max-iterations 4`,
    `abort: jumar abort ${state.id} --revert`,
  ]);
});

test.each([
  ['no run was made', { runs: 0 }, 'none'],
  ['every run told that it cost nothing', { runs: 2 }, 'none'],
  ['no run told', { runs: 2, unknownCost: 2, unknownTokens: 2 }, 'unknown'],
  ['one of two told that it cost nothing', { runs: 2, unknownCost: 1, unknownTokens: 1 }, 'unknown'],
  [
    'one of two told',
    { runs: 2, unknownCost: 1, unknownTokens: 1, costUsd: 0.5, tokens: 1200 },
    'at least $0.50, at least 1.2k tokens',
  ],
])('what it cost, where %s', (_, spent, text) => {
  const state = limited();
  expect(costText({ ...state, spent: { ...nothingSpent, ...spent } })).toBe(text);
});
