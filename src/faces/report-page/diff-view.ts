import { type DiffLine, diffLines, hunks } from './diff.ts';
import { choice, element } from './elements.ts';
import { tokens } from './highlight.ts';
import { type Payload, type PayloadFile, versionTexts } from './payload.ts';

/** Shows every file that differs between any two chosen iterations. */
export function drawDiffs(place: HTMLElement, { compared, files, notes }: Payload, best: number): void {
  for (const note of notes) place.append(element('p', { class: 'note' }, note));
  if (compared.length < 2) {
    place.append(element('p', {}, 'Fewer than two iterations: nothing to compare.'));
    return;
  }
  const options = compared.map((n): [string, string] => [String(n), n === 0 ? 'baseline' : `#${n}`]);
  const last = String(compared.includes(best) && best > 0 ? best : compared.at(-1));
  const from = choice('From', options, String(compared[0]));
  const to = choice('To', options, last);
  const summary = element('p', { role: 'status' });
  const list = element('div');
  const draw = () => {
    const [a, b] = [compared.indexOf(Number(from.list.value)), compared.indexOf(Number(to.list.value))];
    const changed = files.filter((file) => file.at[a] !== file.at[b]);
    summary.textContent = `${changed.length} ${changed.length === 1 ? 'file differs' : 'files differ'}`;
    list.replaceChildren(...changed.map((file, index) => fileView(file, a, b, index < 20)));
  };
  from.list.addEventListener('change', draw);
  to.list.addEventListener('change', draw);
  place.append(element('p', { class: 'controls' }, from.label, from.list, to.label, to.list), summary, list);
  draw();
}

function fileView(file: PayloadFile, a: number, b: number, open: boolean): HTMLElement {
  const [before, after] = [sideOf(file, a), sideOf(file, b)];
  const view = element('details', { class: 'file', ...(open && { open: '' }) });
  if (before === null || after === null) {
    view.append(element('summary', {}, file.path), element('p', {}, 'Binary, or too long to show.'));
    return view;
  }
  const lines = diffLines(before, after);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const state = file.at[a] === -1 ? ' (new)' : file.at[b] === -1 ? ' (deleted)' : '';
  view.append(element('summary', {}, `${file.path}${state} +${count('added')} −${count('removed')}`));
  const draw = () => {
    if (!view.open || view.children.length > 1) return;
    const rows = hunks(lines).map((line) => (line ? lineView(line, file.path) : gapView()));
    const table = element('table', { class: 'diff' }, element('tbody', {}, ...rows));
    view.append(element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': file.path }, table));
  };
  view.addEventListener('toggle', draw);
  draw();
  return view;
}

/** The lines of a file in an iteration; empty if it does not exist there, null if the page does not contain them. */
function sideOf(file: PayloadFile, index: number): string[] | null {
  const version = file.at[index] ?? -1;
  return version === -1 ? [] : (versionTexts(file)[version] ?? null);
}

const marks = { same: ' ', removed: '-', added: '+' };

function lineView({ kind, text, before, after }: DiffLine, path: string): HTMLElement {
  const code = element('code', {}, `${marks[kind]} `);
  for (const token of tokens(text, path)) {
    code.append(token.kind === 'plain' ? token.text : element('span', { class: `t-${token.kind}` }, token.text));
  }
  const number = (n: number | null) => element('td', { class: 'n' }, n === null ? '' : String(n));
  return element('tr', { class: kind }, number(before), number(after), element('td', {}, code));
}

function gapView(): HTMLElement {
  return element('tr', { class: 'gap' }, element('td', { colspan: '3' }, '⋯'));
}
