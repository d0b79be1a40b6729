import { element } from './elements.ts';
import type { Payload } from './payload.ts';

/** In pixels, as the style sheet has them. */
const ROW = 24;
const COLUMN = 34;
/** Drawn beyond what is in sight, so that scrolling shows no gap. */
const AROUND = 8;
/** Paper does not scroll. */
const ON_PAPER = 300;
const names: Record<string, string> = { p: 'passed', f: 'failed', s: 'skipped', ' ': 'did not run' };
const signs: Record<string, string> = { p: '✓', f: '✗', s: '–', ' ': '·' };

/**
 * One row per test, one cell per iteration; only what is in sight is in the page. Tests that always passed only appear in a search or
 * with the checkbox.
 */
export function drawHeatMap(place: HTMLElement, signal?: AbortSignal) {
  let { iterations, rows }: Payload['tests'] = { iterations: [], rows: [] };
  let found: Payload['tests']['rows'] = [];
  let onPaper = false;
  const search = element('input', { type: 'search', id: 'test-search', placeholder: 'part of a name' });
  const everything = element('input', { type: 'checkbox', id: 'test-all' });
  const summary = element('p', { role: 'status', class: 'facts' });
  const [head, body] = [element('thead'), element('tbody')];
  const caption = element('caption', { class: 'unseen' }, 'Status of each test in each iteration');
  const table = element('table', { class: 'heat' }, caption, head, body);
  const scroll = element('div', { class: 'scroll map', tabindex: '0', role: 'group', 'aria-label': 'Heat map' }, table);
  const find = element('label', { for: 'test-search' }, 'Find ');
  const include = element('label', { for: 'test-all' }, ' include tests that always passed');
  const controls = element('p', { class: 'controls' }, find, search, ' ', everything, include);

  const draw = () => {
    const top = onPaper ? [0, ON_PAPER] : inSight(scroll.scrollTop, scroll.clientHeight, ROW);
    const left = onPaper ? [0, iterations.length] : inSight(scroll.scrollLeft, scroll.clientWidth, COLUMN);
    const [firstRow, lastRow] = within(top, found.length);
    const [first, last] = within(left, iterations.length);
    const across = <T>(cells: T[]) => [
      ...gap('td', first * COLUMN),
      ...cells,
      ...gap('td', (iterations.length - last) * COLUMN),
    ];
    const headings = iterations.slice(first, last).map((n) => element('th', { scope: 'col' }, `#${n}`));
    head.replaceChildren(element('tr', {}, element('th', { scope: 'col' }, 'Test'), ...across<Node>(headings)));
    const lines = found.slice(firstRow, lastRow).map(([name, life], index) => {
      const cells = iterations.slice(first, last).map((n, at) => cell(life[first + at] ?? ' ', n));
      const title = element('th', { scope: 'row', title: name }, name);
      return element('tr', { 'aria-rowindex': String(firstRow + index + 2) }, title, ...across<Node>(cells));
    });
    table.setAttribute('aria-rowcount', String(found.length + 1));
    table.setAttribute('aria-colcount', String(iterations.length + 1));
    body.replaceChildren(...gap('tr', firstRow * ROW), ...lines, ...gap('tr', (found.length - lastRow) * ROW));
  };
  const choose = () => {
    const query = search.value.toLowerCase();
    const changing = rows.filter(([, life]) => /[^p]/.test(life));
    found = (everything.checked || query ? rows : changing).filter(([name]) => name.toLowerCase().includes(query));
    summary.textContent = `${found.length} of ${rows.length} tests. ${rows.length - changing.length} passed every time.`;
    draw();
  };
  search.addEventListener('input', choose);
  everything.addEventListener('change', choose);
  let frame = 0;
  const drawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  scroll.addEventListener('scroll', drawSoon);
  new ResizeObserver(drawSoon).observe(scroll);
  for (const [event, paper] of [
    ['beforeprint', true],
    ['afterprint', false],
  ] as const) {
    const print = () => {
      onPaper = paper;
      draw();
    };
    window.addEventListener(event, print, signal && { signal });
  }

  return {
    update(tests: Payload['tests']): void {
      ({ iterations, rows } = tests);
      if (rows.length === 0) place.replaceChildren(element('p', {}, 'No test names were recorded.'));
      else if (!scroll.isConnected) place.replaceChildren(controls, summary, scroll);
      if (rows.length > 0) choose();
    },
  };
}

function cell(sign: string, n: number): HTMLElement {
  return element(
    'td',
    { class: `s-${sign === ' ' ? 'none' : sign}`, title: `#${n}: ${names[sign]}` },
    signs[sign] ?? '',
  );
}

function inSight(from: number, size: number, each: number): [number, number] {
  return [Math.floor(from / each) - AROUND, Math.ceil((from + size) / each) + AROUND];
}

function within([first = 0, last = 0]: readonly number[], count: number): [number, number] {
  return [Math.min(Math.max(0, first), count), Math.min(Math.max(0, last), count)];
}

/** The room of what is not drawn. */
function gap(tag: 'td' | 'tr', size: number): HTMLElement[] {
  if (size <= 0) return [];
  const filler = element(tag, { class: 'filler', 'aria-hidden': 'true' });
  if (tag === 'td') filler.style.minWidth = `${size}px`;
  else filler.style.height = `${size}px`;
  return [filler];
}
