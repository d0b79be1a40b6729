import { element } from './elements.ts';
import type { Payload } from './payload.ts';

const MOST = 300;
const names: Record<string, string> = { p: 'passed', f: 'failed', s: 'skipped', ' ': 'did not run' };
const signs: Record<string, string> = { p: '✓', f: '✗', s: '–', ' ': '·' };

/** One row per test, one cell per iteration. Tests that always passed only appear in a search or with the checkbox. */
export function drawHeatMap(place: HTMLElement, { iterations, rows }: Payload['tests']): void {
  if (rows.length === 0) {
    place.append(element('p', {}, 'No test names were recorded.'));
    return;
  }
  const changing = rows.filter(([, life]) => /[^p]/.test(life));
  const search = element('input', { type: 'search', id: 'test-search', placeholder: 'part of a name' });
  const everything = element('input', { type: 'checkbox', id: 'test-all' });
  const summary = element('p', { role: 'status' });
  const body = element('tbody');
  const draw = () => {
    const query = search.value.toLowerCase();
    const from = everything.checked || query ? rows : changing;
    const matches = from.filter(([name]) => name.toLowerCase().includes(query));
    body.replaceChildren(...matches.slice(0, MOST).map((row) => line(row, iterations)));
    const more = matches.length > MOST ? `; the first ${MOST} are shown` : '';
    summary.textContent = `${matches.length} of ${rows.length} tests${more}. ${rows.length - changing.length} passed every time.`;
  };
  search.addEventListener('input', draw);
  everything.addEventListener('change', draw);
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, 'Test'),
    ...iterations.map((n) => element('th', { scope: 'col' }, `#${n}`)),
  );
  const caption = element('caption', {}, 'Status of each test in each iteration');
  const table = element('table', { class: 'heat' }, caption, element('thead', {}, head), body);
  place.append(
    element(
      'p',
      { class: 'controls' },
      element('label', { for: 'test-search' }, 'Find '),
      search,
      ' ',
      everything,
      element('label', { for: 'test-all' }, ' include tests that always passed'),
    ),
    summary,
    element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Heat map' }, table),
  );
  draw();
}

function line([name, life]: [string, string], iterations: readonly number[]): HTMLElement {
  const cells = [...life].map((sign, index) => {
    const title = `#${iterations[index]}: ${names[sign]}`;
    return element('td', { class: `s-${sign === ' ' ? 'none' : sign}`, title }, signs[sign] ?? '');
  });
  return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
}
