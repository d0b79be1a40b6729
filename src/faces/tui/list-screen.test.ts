import { expect, test } from 'vitest';
import type { ListEvent } from '../../core/tasks/events.ts';
import { evolveList } from '../../core/tasks/evolve.ts';
import type { ListState } from '../../core/tasks/state.ts';
import type { Task } from '../../core/tasks/task.ts';
import { columnsOf } from '../reports/columns.ts';
import { asciiGlyphs, unicodeGlyphs } from '../reports/glyphs.ts';
import { plainPaint } from '../reports/paint.ts';
import { listRows } from './list-rows.ts';
import { listScreen, visibleRows } from './list-screen.ts';

const task = (id: string, after: string[] = []): Task => ({
  ...{ id, title: `Do ${id}`, body: '', until: [], acceptance: [], after, only: [], agents: [] },
  ...{ maxCostUsd: null, priority: null, isTicked: false },
});
const choices = {
  ...{ jobs: 2, attempts: 2, maxCostUsd: 5, agents: null, agentCommand: null, model: null, sandbox: null, setup: null },
  ...{
    maxIterations: null,
    timeoutMinutes: null,
    agentSlots: {},
    bakeOff: ['claude', 'codex'],
    samples: 1,
    settings: {},
  },
};
const entry = (name: string) => ({ name, agents: [name], loop: `loop-${name}`, worktree: `/t/${name}` });
const figures = {
  ...{ checks: { passed: 2, of: 2 }, heldOut: null, mutants: null, warnings: [], objective: null, score: null },
  ...{ size: null, agentRuns: 1, costUsd: 0.25, activeMs: 61_000 },
};

function listWith(ids: string[]): ListState {
  const tasks = [task('first'), task('second', ['first']), task('broken'), ...ids.map((id) => task(id, ['broken']))];
  const events: ListEvent[] = [
    {
      ...{ type: 'list-created', list: 'tasks-00000000', source: null, workspace: { root: '/w', cwd: '/w' } },
      ...{ base: 'base', branch: 'jumar/tasks', tasks, own: [], choices, version: '0' },
    },
    { type: 'own-checked', holding: [], failing: [] },
    {
      ...{ type: 'bake-off-started', task: 'first', base: 'base', attempt: 1, seed: 's' },
      entries: ['claude', 'codex'].map(entry),
    },
    {
      ...{ type: 'entry-ended', task: 'first', loop: 'loop-claude', ending: 'completed', reason: 'all checks hold' },
      ...{ commit: null, checks: [], figures, spent: { loop: 'loop-claude', launches: 1, costUsd: 0.25 } },
    },
    {
      ...{ type: 'task-failed', task: 'broken', why: 'stalled', reason: 'nothing changed any more', hint: null },
      ...{ branch: null, spent: null },
    },
  ];
  const state = events.reduce<ListState | null>(
    (now, event, at) => evolveList(now, { seq: at + 1, at: at * 1000, event }),
    null,
  );
  if (!state) throw new Error('no list');
  return state;
}

const shown = (state: ListState, columns: number, rows: number, glyphs = unicodeGlyphs) => {
  const list = { rows: listRows(state, new Map(), 65_000), said: ['first  starts'], now: 65_000 };
  const face = { leaving: false, notice: null, top: 0 };
  return listScreen(state, list, face, { columns, rows, paint: plainPaint, glyphs });
};

test('one line a task, with what it waits for, and below it the entries of its bake-off', () => {
  expect(shown(listWith([]), 80, 12).map((line) => line.trimEnd())).toMatchInlineSnapshot(`
    [
      "jumar tasks-00000000",
      "0 of 3 integrated, 1 failed · $0.25 of $5 · 2 at once · 1:05",
      "────────────────────────────────────────────────────────────────────────────────",
      "▸ first    running       $0.25 1:03  claude, codex: 1 of 2 ended",
      "✓   claude completed 2/2 $0.25 1:01  all checks hold",
      "    codex  waiting                   not started yet",
      "  second   waiting                   after first",
      "✗ broken   failed                    stalled: nothing changed any more",
      "",
      "first  starts",
      "",
      "q quit, resumable",
    ]
  `);
});

test.each([
  [80, 23],
  [200, 49],
  [40, 8],
  [20, 2],
])('never larger than a terminal of %i columns and %i rows', (columns, rows) => {
  for (const glyphs of [unicodeGlyphs, asciiGlyphs]) {
    const lines = shown(listWith(Array.from({ length: 60 }, (_, at) => `task-${at}`)), columns, rows, glyphs);
    expect(lines).toHaveLength(rows);
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
  }
});

test('rows that do not fit can be scrolled, and say how many are out of sight', () => {
  const rows = Array.from({ length: 10 }, (_, at) => at);
  expect(visibleRows(rows, 0, 10)).toEqual(rows);
  expect(visibleRows(rows, 4, 5)).toEqual(['  4 above', 4, 5, 6, '  3 below']);
  expect(visibleRows(rows, 99, 5)).toEqual(['  7 above', 7, 8, 9, '  0 below']);
});
