import type { ListState } from '../../core/tasks/state.ts';
import { dollars } from '../reports/activity-line.ts';
import { clip, padEnd, padStart } from '../reports/columns.ts';
import { type Glyphs, inGlyphs } from '../reports/glyphs.ts';
import { progressOf } from '../reports/tasks/list-lines.ts';
import { clock, separator } from './head.ts';
import { joinSpans, type Line, paintLine, span, widthOf } from './lines.ts';
import type { ListRow } from './list-rows.ts';
import type { Screen } from './screen.ts';

/** What only this terminal knows. */
export interface ListFace {
  /** Agents are being stopped. */
  leaving: boolean;
  notice: string | null;
  /** The first row that is shown, if they do not all fit. */
  top: number;
}

/** The whole screen, one string per row: the list, a line a task, what was said last, and the keys. Never larger than the terminal. */
export function listScreen(
  state: ListState,
  list: { rows: readonly ListRow[]; said: readonly string[]; now: number },
  face: ListFace,
  { columns, rows, paint, glyphs }: Screen,
): string[] {
  const head = headLines(state, list, columns, glyphs);
  const body = rows - head.length - 1;
  const shown = visibleRows(list.rows, face.top, body);
  const lines = shown.map((one) =>
    typeof one === 'string' ? [span(one, 'dim')] : rowLine(one, list.rows, columns, glyphs),
  );
  // What is left below the tasks shows what the plain output would have said.
  const said = list.said.slice(-Math.max(0, body - lines.length - 1)).map((text) => [span(text, 'dim')]);
  const below = body - lines.length > 1 ? [[], ...said] : [];
  const filled = [...head, ...lines, ...below];
  const empty = Array.from({ length: Math.max(0, rows - 1 - filled.length) }, (): Line => []);
  return [...filled.slice(0, Math.max(0, rows - 1)), ...empty, footLine(face, list.rows.length > body, glyphs)]
    .slice(-rows)
    .map((line) =>
      paintLine(
        line.map((one) => ({ ...one, text: inGlyphs(one.text, glyphs) })),
        columns,
        paint,
        glyphs.ellipsis,
      ),
    );
}

function headLines(
  state: ListState,
  { rows, now }: { rows: readonly ListRow[]; now: number },
  columns: number,
  glyphs: Glyphs,
): Line[] {
  const cost = rows.reduce((sum, { entry, costUsd }) => (entry === null ? sum + (costUsd ?? 0) : sum), 0);
  const { maxCostUsd, jobs } = state.choices;
  const of = maxCostUsd === null ? '' : ` of $${maxCostUsd}`;
  const left: Line = [span('jumar ', 'bold'), span(state.id)];
  const right = joinSpans(
    [
      span(progressOf(state), 'bold'),
      ...(cost > 0 || maxCostUsd !== null ? [span(`${dollars(cost, false)}${of}`)] : []),
      span(`${jobs} at once`),
      span(clock(now - state.createdAt)),
    ],
    separator(glyphs),
  );
  const gap = columns - widthOf(left) - widthOf(right);
  const first: Line[] = gap > 1 ? [[...left, span(' '.repeat(gap)), ...right]] : [left, [...right]];
  return [...first, [span(glyphs.line.repeat(columns), 'dim')]];
}

/** All rows if they fit; otherwise a window, with how many are above and below it. */
export function visibleRows<T>(rows: readonly T[], top: number, room: number): (T | string)[] {
  if (rows.length <= room) return [...rows];
  const size = Math.max(1, room - 2);
  const from = Math.max(0, Math.min(top, rows.length - size));
  const to = Math.min(rows.length, from + size);
  return [`  ${from} above`, ...rows.slice(from, to), `  ${rows.length - to} below`];
}

const NAME_SHARE = 0.32;

function rowLine(row: ListRow, all: readonly ListRow[], columns: number, glyphs: Glyphs): Line {
  const marks = { open: ' ', runs: glyphs.step, done: glyphs.pass, failed: glyphs.fail, left: '-' };
  const markWidth = Math.max(...Object.values(marks).map((mark) => mark.length));
  const widest = (of: (row: ListRow) => string, most: number) =>
    Math.min(most, Math.max(...all.map((one) => of(one).length)));
  const name = widest((one) => one.name, Math.floor(columns * NAME_SHARE));
  const status = widest((one) => one.status, 13);
  const cell = (text: string, width: number) => padEnd(clip(text, width, glyphs.ellipsis), width);
  const right = (of: (row: ListRow) => string, most: number) => {
    const width = widest(of, most);
    return width === 0 ? '' : ` ${padStart(clip(of(row), width, glyphs.ellipsis), width)}`;
  };
  return [
    span(padEnd(marks[row.mark], markWidth), row.tone),
    span(` ${cell(row.name, name)} `, row.tone === 'dim' ? 'dim' : 'plain'),
    span(cell(row.status, status), row.tone),
    span(right(({ iteration }) => iteration, 6)),
    span(right(({ checks }) => checks, 6)),
    span(right(costText, 7)),
    span(right(({ ms }) => (ms === null ? '' : clock(ms)), 8)),
    span(`  ${row.note}`, 'dim'),
  ];
}

const costText = ({ costUsd }: ListRow) => (costUsd ? `$${costUsd.toFixed(2)}` : '');

function footLine({ leaving, notice }: ListFace, scrolls: boolean, glyphs: Glyphs): Line {
  if (leaving) return [span(`stopping the agents ${glyphs.ellipsis} (Ctrl-C again stops immediately)`, 'yellow')];
  const keys = [...(scrolls ? ['up/down scroll'] : []), 'q quit, resumable'].map((key) => span(key, 'dim'));
  return [...(notice === null ? [] : [span(notice, 'yellow'), span('  ')]), ...joinSpans(keys, separator(glyphs))];
}
