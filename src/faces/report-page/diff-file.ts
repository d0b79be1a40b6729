import { type DiffLine, diffLines, hunks } from './diff.ts';
import { element } from './elements.ts';
import { tokens } from './highlight.ts';
import { type PayloadFile, versionTexts } from './payload.ts';

type Row = DiffLine | null;

/** One file of a comparison, with syntax colours; its lines are drawn when it is opened. */
export function fileView(file: PayloadFile, { isOpen, isSplit }: { isOpen: boolean; isSplit: boolean }): HTMLElement {
  const [before, after] = [sideOf(file, 0), sideOf(file, 1)];
  const view = element('details', { class: 'file', ...(isOpen && { open: '' }) });
  if (before === null || after === null) {
    view.append(element('summary', {}, file.path), element('p', {}, 'Binary, or too long to show.'));
    return view;
  }
  const lines = diffLines(before, after);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const state = file.at[0] === -1 ? ' (new)' : file.at[1] === -1 ? ' (deleted)' : '';
  const added = element('span', { class: 'good' }, `+${count('added')}`);
  const removed = element('span', { class: 'bad' }, `−${count('removed')}`);
  view.append(element('summary', {}, `${file.path}${state} `, added, ' ', removed));
  const draw = () => {
    if (!view.open || view.children.length > 1) return;
    const rows = isSplit ? pairsOf(hunks(lines)).map((pair) => pairView(pair, file.path)) : unified(lines, file.path);
    const table = element('table', { class: isSplit ? 'diff split' : 'diff' }, element('tbody', {}, ...rows));
    view.append(element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': file.path }, table));
  };
  view.addEventListener('toggle', draw);
  draw();
  return view;
}

/** The lines of a file on one side; empty if it does not exist there, null if the page does not contain them. */
function sideOf(file: PayloadFile, side: number): string[] | null {
  const version = file.at[side] ?? -1;
  return version === -1 ? [] : (versionTexts(file)[version] ?? null);
}

const marks = { same: ' ', removed: '-', added: '+' };

function unified(lines: readonly DiffLine[], path: string): HTMLElement[] {
  return hunks(lines).map((line) =>
    line
      ? element(
          'tr',
          { class: line.kind },
          number(line.before),
          number(line.after),
          element('td', {}, code(line, path, `${marks[line.kind]} `)),
        )
      : gapView(3),
  );
}

/** Removed lines stand beside the added ones that replace them; null is a gap. */
export function pairsOf(rows: readonly Row[]): ([Row, Row] | null)[] {
  const pairs: ([Row, Row] | null)[] = [];
  for (let at = 0; at < rows.length; ) {
    const line = rows[at];
    if (!line || line.kind === 'same') {
      pairs.push(line ? [line, line] : null);
      at++;
      continue;
    }
    const take = (kind: DiffLine['kind']) => {
      const taken: DiffLine[] = [];
      for (let next = rows[at]; next?.kind === kind; next = rows[++at]) taken.push(next);
      return taken;
    };
    const [removed, added] = [take('removed'), take('added')];
    for (let n = 0; n < Math.max(removed.length, added.length); n++) pairs.push([removed[n] ?? null, added[n] ?? null]);
  }
  return pairs;
}

function pairView(pair: [Row, Row] | null, path: string): HTMLElement {
  if (!pair) return gapView(4);
  const sides = pair.flatMap((line, side) => [
    number(line && (side === 0 ? line.before : line.after)),
    element('td', { class: line?.kind ?? 'none' }, ...(line ? [code(line, path)] : [])),
  ]);
  return element('tr', {}, ...sides);
}

function code({ text }: DiffLine, path: string, mark = ''): HTMLElement {
  const view = element('code', {}, mark);
  for (const token of tokens(text, path))
    view.append(token.kind === 'plain' ? token.text : element('span', { class: `t-${token.kind}` }, token.text));
  return view;
}

function number(n: number | null): HTMLElement {
  return element('td', { class: 'n' }, n === null ? '' : String(n));
}

function gapView(columns: number): HTMLElement {
  return element('tr', { class: 'gap' }, element('td', { colspan: String(columns) }, '⋯'));
}
