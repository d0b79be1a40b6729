import { useEffect, useMemo, useRef, useState } from 'react';
import { NEEDS_PERSON } from '../../../core/state/status-word.ts';
import { isRunning, keyOf, type LoopRow, loops, needsPerson } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { useStore } from '../data/store.ts';
import { Sparkline } from '../parts/sparkline.tsx';
import { ago, folderName, money, percent, statusText } from '../parts/words.ts';

const FILTERS = {
  all: () => true,
  running: isRunning,
  [NEEDS_PERSON]: needsPerson,
  completed: ({ status }: LoopRow) => status === 'completed',
  'not completed': (row: LoopRow) => !isRunning(row) && row.status !== 'completed',
} as const;
type Filter = keyof typeof FILTERS;

/** How many rows are drawn at first; more on request. */
const PAGE = 100;

/** Every loop: those that need a person first, then those that run, then the latest. */
export function LoopsView() {
  const all = useStore(loops);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [shown, setShown] = useState(PAGE);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Loops · Jumar';
  }, []);
  useKeys(search);
  const found = useMemo(() => matching(all ?? [], query, filter), [all, query, filter]);
  if (all === null) return <p className="empty">Loading…</p>;
  if (all.length === 0) {
    return (
      <section className="empty">
        <h1>No loops yet</h1>
        <p>
          Start one in a project: <code>jumar "make npm test pass"</code>. It appears here at once.
        </p>
      </section>
    );
  }
  return (
    <>
      <h1>Loops</h1>
      <search className="filters">
        <label>
          <span className="unseen">Search</span>
          <input
            ref={search}
            type="search"
            placeholder="Search tasks, projects, agents"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <fieldset>
          <legend className="unseen">Show</legend>
          {(Object.keys(FILTERS) as Filter[]).map((name) => (
            <label key={name} className="chip">
              <input type="radio" name="filter" checked={filter === name} onChange={() => setFilter(name)} />
              <span>
                {name} {all.filter(FILTERS[name]).length}
              </span>
            </label>
          ))}
        </fieldset>
      </search>
      <p role="status" className="facts">
        {found.length === all.length ? `${all.length} loops` : `${found.length} of ${all.length} loops`}
        <span className="keys"> · / to search, j and k to move, Enter to open</span>
      </p>
      <ul className="loops">
        {found.slice(0, shown).map((row) => (
          <Row key={keyOf(row)} row={row} />
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE * 5)}>
          Show more of {found.length - shown}
        </button>
      )}
    </>
  );
}

function Row({ row }: { row: LoopRow }) {
  const { summary } = row;
  const status = statusText(row);
  return (
    <li>
      <a className="loop" href={hrefOf({ view: 'loop', project: row.project, loop: row.id })}>
        <span className={`status ${row.status} ${needsPerson(row) ? 'asks' : ''}`}>{status}</span>
        <span className="task">{summary?.task.split('\n')[0] ?? row.problem ?? row.id}</span>
        <span className="where" title={row.workspace}>
          {folderName(row.workspace)} · {ago(row.createdAt, Date.now())}
          {summary && ` · ${summary.agent}`}
        </span>
        {summary && (
          <span className="numbers">
            <span>
              {summary.iterations} of {summary.maxIterations} iterations
            </span>
            {summary.tests && (
              <span className={summary.tests.failed > 0 ? 'bad' : 'good'}>
                {summary.tests.failed > 0
                  ? `${summary.tests.failed} of ${summary.tests.total} tests fail`
                  : `${summary.tests.total} tests pass`}
              </span>
            )}
            <span>quality {percent(summary.scores.best)}</span>
            {summary.raised.caught > 0 && <span className="bad">{summary.raised.caught} caught</span>}
            {summary.costUsd !== null && summary.costUsd > 0 && <span>{money(summary.costUsd)}</span>}
            <Sparkline scores={summary.recentScores} />
          </span>
        )}
      </a>
    </li>
  );
}

function matching(all: readonly LoopRow[], query: string, filter: Filter): LoopRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ id, workspace, status, summary }: LoopRow) =>
    `${id} ${workspace} ${status} ${summary?.task ?? ''} ${summary?.agent ?? ''}`.toLowerCase();
  const rank = (row: LoopRow) => (needsPerson(row) ? 0 : isRunning(row) ? 1 : 2);
  return all
    .filter((row) => FILTERS[filter](row) && words.every((word) => text(row).includes(word)))
    .sort((a, b) => rank(a) - rank(b));
}

/** `/` searches; `j` and `k` move through the list. */
function useKeys(search: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && event.target === search.current) search.current?.blur();
      if (isTyping) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0) return;
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a.loop')];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [search]);
}
