import { useMemo, useState } from 'react';
import type { Payload } from '../../report-page/payload.ts';
import { Scroll } from './scroll.tsx';

const ROW = 24;
const HEIGHT = 480;
const AROUND = 10;
const NAMES: Record<string, string> = { p: 'passed', f: 'failed', s: 'skipped', ' ': 'did not run' };
const SIGNS: Record<string, string> = { p: '✓', f: '✗', s: '–', ' ': '·' };

/** One row a test, one cell an iteration; only the rows in sight are drawn. */
export function TestsMap({ iterations, rows }: Payload['tests']) {
  const [query, setQuery] = useState('');
  const [every, setEvery] = useState(false);
  const [top, setTop] = useState(0);
  const changing = useMemo(() => rows.filter(([, life]) => /[^p]/.test(life)), [rows]);
  const found = useMemo(() => {
    const word = query.toLowerCase();
    return (every || word ? rows : changing).filter(([name]) => name.toLowerCase().includes(word));
  }, [rows, changing, every, query]);
  if (rows.length === 0) return <p>No test names were recorded.</p>;
  const first = Math.max(0, Math.floor(top / ROW) - AROUND);
  const last = Math.min(found.length, Math.ceil((top + HEIGHT) / ROW) + AROUND);
  const gap = (count: number) => count > 0 && <tr style={{ height: count * ROW }} />;
  return (
    <>
      <p className="controls">
        <label>
          Find <input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        </label>
        <label>
          <input type="checkbox" checked={every} onChange={(event) => setEvery(event.target.checked)} /> include tests
          that always passed
        </label>
      </p>
      <p role="status" className="facts">
        {found.length} of {rows.length} tests. {rows.length - changing.length} passed every time.
      </p>
      <Scroll
        label="Tests by iteration"
        className="scroll map"
        maxHeight={HEIGHT}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <table className="heat" aria-rowcount={found.length + 1}>
          <caption className="unseen">Status of each test in each iteration</caption>
          <thead>
            <tr>
              <th scope="col">Test</th>
              {iterations.map((n) => (
                <th key={n} scope="col">
                  #{n}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gap(first)}
            {found.slice(first, last).map(([name, life], index) => (
              <tr key={name} aria-rowindex={first + index + 2} style={{ height: ROW }}>
                <th scope="row" title={name}>
                  {name}
                </th>
                {[...life].map((sign, at) => (
                  <td
                    key={iterations[at]}
                    className={`s-${sign === ' ' ? 'none' : sign}`}
                    title={`#${iterations[at]}: ${NAMES[sign]}`}
                  >
                    {SIGNS[sign]}
                  </td>
                ))}
              </tr>
            ))}
            {gap(found.length - last)}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
