import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { unmeasured } from '../../core/metrics/metrics.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import { aFinding, aVerdict, loopCreated, testsVerdict, theSettings } from '../../testing/builders.ts';
import { columnsOf } from '../reports/columns.ts';
import { asciiGlyphs, unicodeGlyphs } from '../reports/glyphs.ts';
import { paintFor, plainPaint } from '../reports/paint.ts';
import type { TranscriptLine } from '../reports/transcript.ts';
import { type Face, plainFace } from './face.ts';
import { type Screen, screenOf } from './screen.ts';
import { viewOf } from './view.ts';

const settings = theSettings({ limits: { maxCostUsd: 5 } });
const coverage = (percentage: number) => ({
  lines: { covered: percentage, total: 100, percentage },
  branches: null,
  tool: 'c8',
});
const iterations = [
  {
    score: 0.65,
    metrics: { coverage: coverage(71.3), lint: { errors: 4, warnings: 0 } },
    verdicts: [testsVerdict(17, 21)],
    agent: { costUsd: 0.2, usage: { input: 900, output: 100, cacheRead: null, cacheWrite: null } },
  },
  {
    score: 0.82,
    metrics: { coverage: coverage(72.5), lint: { errors: 1, warnings: 0 } },
    verdicts: [testsVerdict(20, 21)],
    agent: { costUsd: 0.22, usage: { input: 900, output: 100, cacheRead: null, cacheWrite: null } },
  },
  {
    score: 0.78,
    metrics: { coverage: coverage(72.5), lint: { errors: 1, warnings: 0 } },
    verdicts: [testsVerdict(19, 21)],
    findings: [aFinding({ why: 'The test "adds up" is skipped.' })],
    agent: { costUsd: 0, usage: null },
    decision: { action: 'rollback' as const, reason: 'a test is skipped' },
  },
];
const atWork: LoopEvent = {
  type: 'agent-started',
  iteration: 4,
  run: 'run-4',
  agent: 'claude',
  prompt: { file: 'prompt.md', sha256: '', chars: 1 },
};

function loop(later: LoopEvent[] = [atWork]) {
  return scoredLoop({
    created: loopCreated({ settings, task: 'make npm test pass\nand more', loop: 'make-npm-test-pass-ec68fe0d' }),
    baseline: { score: 0.5, metrics: unmeasured, verdicts: [testsVerdict(17, 21)] },
    iterations,
    later,
  });
}

const feed: TranscriptLine[] = [
  { kind: 'title', text: '#4 claude' },
  {
    kind: 'words',
    text: 'I will look at the failing test first, and then at the module that it is about, to change little.',
  },
  { kind: 'tool', text: 'Read src/parse.js' },
  { kind: 'tool', text: 'Bash npm test' },
  { kind: 'output', text: 'not ok 3 - adds up' },
  { kind: 'trouble', text: 'failed' },
];

function shown(
  columns: number,
  rows: number,
  { face = plainFace, look = {}, state = loop(), feed = [] as TranscriptLine[] } = {},
): string[] {
  const now = { at: state.lastAt + 34_400, activity: null, doing: 'Bash npm test', feed };
  const screen: Screen = { columns, rows, paint: plainPaint, glyphs: unicodeGlyphs, ...look };
  return screenOf(viewOf(state, now), face, screen);
}

const framed = (lines: readonly string[]) => `\n${lines.map((line) => line.trimEnd()).join('\n')}\n`;

describe('the screen', () => {
  test('at 80 columns', () => {
    expect(framed(shown(80, 23))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d                                 3:42 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82
      #4 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test
      ✗ npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)
      quality
      0: ████████████████████ 0.50  ← baseline
      1: ██████████████████████████ 0.65 (+0.150)
      2: █████████████████████████████████ 0.82 (+0.170)  ← best
      3: 0.78, does not count  ← rolled back









      p pause · s skip to checks · d diff · q quit, resumable
      "
    `);
  });

  test('at 120 columns', () => {
    expect(framed(shown(120, 20))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d                                                                running, 3:42 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82
      #4 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test
      ✗ npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)
      quality
      0: ████████████████████████████████████████ 0.50  ← baseline
      1: ████████████████████████████████████████████████████ 0.65 (+0.150)
      2: ██████████████████████████████████████████████████████████████████ 0.82 (+0.170)  ← best
      3: 0.78, does not count  ← rolled back






      p pause · s skip to checks · d diff · q quit, resumable
      "
    `);
  });

  test('at 80 × 24 the agent has the rows that are free', () => {
    expect(framed(shown(80, 23, { feed }))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d                                 3:42 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82
      #4 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test
      ✗ npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)
      quality
      0: ████████████████████ 0.50  ← baseline
      1: ██████████████████████████ 0.65 (+0.150)
      2: █████████████████████████████████ 0.82 (+0.170)  ← best
      3: 0.78, does not count  ← rolled back
      ────────────────────────────────────────────────────────────────────────────────
      ── #4 claude
      I will look at the failing test first, and then at the module that it is about,
      to change little.
      ▸ Read src/parse.js
      ▸ Bash npm test
      │ not ok 3 - adds up
      │ failed

      p pause · s skip to checks · d diff · q quit, resumable
      "
    `);
  });

  test('at 200 columns the agent has a column of its own, and below the chart is what was tried', () => {
    expect(framed(shown(200, 20, { feed }))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d                                                                                                                                                running, 3:42 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82                                      │ ── #4 claude
      #4 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test                         │ I will look at the failing test first, and then at the module that it is about, to change little.
      ✗ npm test exit 1                                                                    │ ▸ Read src/parse.js
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1                                   │ ▸ Bash npm test
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)                           │ │ not ok 3 - adds up
      quality                                                                              │ │ failed
      0: ██████████████████████ 0.50  ← baseline                                           │
      1: █████████████████████████████ 0.65 (+0.150)                                       │
      2: ████████████████████████████████████ 0.82 (+0.170)  ← best                        │
      3: 0.78, does not count  ← rolled back                                               │
                                                                                           │
      tried                                                                                │
      #1 changed a.js: exit 1                                                              │
      #2 changed a.js: exit 1                                                              │
      #3 changed a.js: rolled back, a test is skipped                                      │
                                                                                           │
      p pause · s skip to checks · d diff · q quit, resumable
      "
    `);
  });

  test('of a long transcript the end is visible', () => {
    const long = Array.from({ length: 100 }, (_, n): TranscriptLine => ({ kind: 'output', text: `line ${n}` }));
    for (const [columns, rows] of [
      [80, 23],
      [200, 49],
    ] as const)
      expect(shown(columns, rows, { feed: long }).join('\n')).toMatch(/│ line 98 *\n.*│ line 99 *\np pause/);
  });

  test('critical is red, high is not', () => {
    const paint = paintFor({ isTTY: true }, {});
    const finding = (severity: 'critical' | 'high') => aFinding({ severity, id: severity, why: `It is ${severity}.` });
    const findings = [finding('critical'), finding('high')];
    const state = scoredLoop({ baseline: { score: 0.5 }, iterations: [{ score: 0.6, findings }] });
    const text = shown(80, 23, { state, look: { paint } }).join('\n');
    expect(text).toContain('\u001b[31mcritical #1 \u001b[39mIt is critical.');
    expect(text).toContain('\u001b[33mhigh #1 \u001b[39mIt is high.');
  });

  test('scores that are close together have bars that differ, from a score that is named', () => {
    const close = [{ score: 0.93 }, { score: 0.95 }, { score: 0.97 }];
    const text = shown(80, 14, { state: scoredLoop({ baseline: { score: 0.9 }, iterations: close }) }).join('\n');
    expect(text).toContain('quality (bars from 0.8)');
    const bars = [...text.matchAll(/█+/g)].map(([bar]) => bar.length);
    expect(bars).toEqual([25, 32, 37, 42]);
  });

  test('at 60 × 15 everything important is visible', () => {
    expect(framed(shown(60, 14))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d             3:42 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82
      #4 of 10 · claude at work 0:34 · $0.42 of $5 · Bash npm test
      ✗ npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)
      quality
      0: ██████████ 0.50  ← baseline
      1: █████████████ 0.65 (+0.150)
      2: █████████████████ 0.82 (+0.170)  ← best
      3: 0.78, does not count  ← rolled back
      p pause · s skip to checks · d diff · q quit, resumable
      "
    `);
  });

  test('in plain ASCII', () => {
    const lines = shown(60, 14, { look: { glyphs: asciiGlyphs } });
    expect(framed(lines)).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d             3:42 of 60 min
      make npm test pass
      ------------------------------------------------------------
      failing tests 4 -> 1 of 21   quality 0.50 -> 0.82
      #4 of 10 - claude at work 0:34 - $0.42 of $5 - Bash npm test
      FAIL npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      ! critical #3 The test "adds up" is skipped. (a.test.js:1)
      quality
      0: ########## 0.50  <- baseline
      1: ############# 0.65 (+0.150)
      2: ################ 0.82 (+0.170)  <- best
      3: 0.78, does not count  <- rolled back
      p pause - s skip to checks - d diff - q quit, resumable
      "
    `);
    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
  });

  test('at a gate the question and the answers', () => {
    const later: LoopEvent[] = [
      {
        type: 'gate-opened',
        iteration: 3,
        question: 'Accept this change of iteration 3? The test "adds up" is skipped. (a.test.js:1)',
        blockers: ['finding:f1'],
        timeoutMinutes: 60,
      },
    ];
    expect(framed(shown(60, 14, { state: loop(later) }))).toMatchInlineSnapshot(`
      "
      jumar make-npm-test-pass-ec68fe0d             3:08 of 60 min
      make npm test pass
      ────────────────────────────────────────────────────────────
      failing tests 4 → 1 of 21   quality 0.50 → 0.82
      #3 of 10 · waiting for your answer 59:26 left · $0.42 of $5
      ? Accept this change of iteration 3? The test "adds up" is
        skipped. (a.test.js:1)
      ✗ npm test exit 1
      #3 rolled back  tests 19/21 (-1)  cov 72.5  lint 1
      quality (1 more)
      1: █████████████ 0.65 (+0.150)
      2: █████████████████ 0.82 (+0.170)  ← best
      3: 0.78, does not count  ← rolled back
      a approve · r reject · x abort · d diff · q quit, resumable
      "
    `);
  });

  test.each([
    [{ dialog: { type: 'answer', answer: 'reject', text: 'keep the te' } }, 'reject, because: keep the te_'],
    [{ pausing: true }, 'p continue'],
    [{ attached: true }, 'q leave'],
    [{ notice: 'goes on' }, 'goes on  p pause'],
    [{ leaving: true }, 'stopping the agent … (Ctrl-C again stops immediately)'],
  ] as [Partial<Face>, string][])('the last line for %j', (face, text) => {
    expect(shown(80, 10, { face: { ...plainFace, ...face } }).at(-1)).toContain(text);
  });

  test.each<[number, Partial<Face>, string]>([
    [60, {}, 'p pause · s skip to checks · d diff · q quit, resumable'],
    [40, {}, 'p pause · s skip · d diff · q quit'],
    [20, {}, 'p · s · d · q'],
    [90, { pausing: true }, 'pauses after this iteration  p continue · s skip · d diff · q quit'],
    [60, { pausing: true }, 'will pause  p continue · s skip · d diff · q quit'],
    [40, { pausing: true }, 'will pause  p · s · d · q'],
    [40, { notice: 'there is nothing to show as a diff yet' }, 'there is nothing to show…  p · s · d · q'],
    [
      40,
      { dialog: { type: 'answer', answer: 'reject', text: 'it takes the parser away' } },
      'reject, because:  takes the parser away_',
    ],
  ])('at %d columns no key is cut off: %j', (columns, face, text) => {
    expect(shown(columns, 10, { face: { ...plainFace, ...face } }).at(-1)).toBe(text);
  });

  test('passed checks of a rolled-back iteration are not a success', () => {
    const held = { ...iterations[2], score: 0.97, verdicts: [testsVerdict(21, 21)] };
    const state = scoredLoop({ baseline: { score: 0.5 }, iterations: [...iterations.slice(0, 2), held] });
    const text = shown(80, 14, { state }).join('\n');
    expect(text).toContain('! npm test held, but #3 rolled back');
    expect(text).not.toContain('✓');
    expect(text.match(/0\.97 \(/g)).toHaveLength(1);
  });

  test('a page of a diff', () => {
    const lines = ['diff --git a/a b/a', '@@ -1 +1 @@', '-old', '+new', ' same'];
    const face: Face = { ...plainFace, dialog: { type: 'diff', title: 'baseline to #3', lines, top: 1 } };
    expect(framed(shown(40, 6, { face }))).toMatchInlineSnapshot(`
      "
      baseline to #3  2-4 of 5
      ────────────────────────────────────────
      @@ -1 +1 @@
      -old
      +new
      up/down scroll · space page · q back
      "
    `);
  });

  const sizes = [20, 40, 60, 80, 120, 200].flatMap((columns) =>
    [1, 2, 5, 9, 14, 23, 60].map((rows) => [columns, rows] as const),
  );
  test.each(sizes)('never more than %d columns or %d rows', (columns, rows) => {
    for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
      for (const shownFeed of [[], feed]) {
        const lines = shown(columns, rows, { look: { glyphs }, feed: shownFeed });
        expect(lines).toHaveLength(rows);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
      }
    }
  });

  test('colours do not change the text and are never cut', () => {
    const paint = paintFor({ isTTY: true }, {});
    for (const columns of [30, 60, 80]) {
      const coloured = shown(columns, 14, { look: { paint } });
      expect(coloured.join('')).toContain('\u001b[32m');
      expect(coloured.map((line) => line.replace(/\u001b\[\d+m/g, ''))).toEqual(shown(columns, 14));
    }
  });

  test('output of agents and tests cannot control the terminal', () => {
    const verdict = aVerdict({ reason: 'exit 1 \u001b[2J\r\n\u0007boom\u202e' });
    const state = scoredLoop({ baseline: { score: null, verdicts: [verdict] }, iterations: [] });
    const text = shown(80, 14, { state }).join('');
    expect(text).toContain('boom');
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

test.each([
  [{}, '#1 of 10 · claude at work 0:34 · 12.3k tokens'],
  [{ maxCostUsd: 5 }, '12.3k tokens'],
  [{ maxTokens: 50_000 }, '12.3k tokens of 50000'],
  [{ maxAgentMinutes: 20 }, 'agent 0:34 of 20 min'],
])('limits %j are told beside what is spent', (limits, text) => {
  const state = scoredLoop({
    created: { settings: theSettings({ limits }) },
    iterations: [],
    later: [{ ...atWork, iteration: 1 } as LoopEvent],
  });
  const activity = {
    type: 'agent-activity',
    iteration: 1,
    agent: 'claude',
    event: { type: 'thinking', text: '' },
    ms: 1,
    tokens: 12_345,
    costUsd: null,
    costEstimated: false,
  } as const;
  const view = viewOf(state, { at: state.lastAt + 34_400, activity, doing: null });
  const lines = screenOf(view, plainFace, { columns: 100, rows: 10, paint: plainPaint, glyphs: unicodeGlyphs });
  expect(lines.join('\n')).toContain(text);
});

test('no cost is not shown as a sum', () => {
  const state = scoredLoop({ iterations: [], later: [{ ...atWork, iteration: 1 } as LoopEvent] });
  const activity = {
    type: 'agent-activity',
    iteration: 1,
    agent: 'repair',
    event: { type: 'thinking', text: '' },
    ms: 1,
    tokens: 0,
    costUsd: 0,
    costEstimated: false,
  } as const;
  const view = viewOf(state, { at: state.lastAt + 34_400, activity, doing: 'trying' });
  const lines = screenOf(view, plainFace, { columns: 100, rows: 10, paint: plainPaint, glyphs: unicodeGlyphs });
  expect(lines).toContain('#1 of 10 · claude at work 0:34 · trying');
});

test.each([40, 41, 80])(
  'wide characters take two of %s columns, and no line is longer than the terminal',
  (columns) => {
    const task =
      '让所有的测试都通过，然后修复所有的警告👍👍，不要修改测试文件，也不要删除任何功能，最后再检查一遍全部的代码';
    const state = scoredLoop({
      created: loopCreated({ settings, task, loop: 'make-npm-test-pass-ec68fe0d' }),
      baseline: { score: 0.5, metrics: unmeasured, verdicts: [testsVerdict(17, 21)] },
      iterations,
      later: [atWork],
    });
    const lines = shown(columns, 20, { state });
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
    const told = lines.find((line) => line.startsWith('让'));
    expect(told?.endsWith('…')).toBe(columnsOf(task) > columns);
    expect(columnsOf(told ?? '')).toBeGreaterThanOrEqual(Math.min(columns, columnsOf(task)) - 1);
  },
);
