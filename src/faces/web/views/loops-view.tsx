import { useEffect, useMemo, useRef, useState } from 'react';
import { NEEDS_PERSON } from '../../../core/state/status-word.ts';
import type { ListRow, LoopRow } from '../../reports/page-rows.ts';
import { isRunning, lists, loops, needsPerson } from '../data/loops.ts';
import { useStore } from '../data/store.ts';
import { ListRows } from '../parts/list-rows.tsx';
import { LoopRows } from '../parts/loop-rows.tsx';
import { useKeys } from '../parts/use-keys.ts';

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

/** Every loop: those that need a person first, then those that run, then the latest; and every list of tasks. */
export function LoopsView() {
  const all = useStore(loops);
  const allLists = useStore(lists);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Loops · Jumar';
  }, []);
  useKeys('a.loop', search);
  const found = useMemo(() => matching(all ?? [], query, filter), [all, query, filter]);
  const foundLists = useMemo(
    () => (filter === 'all' ? (allLists ?? []).filter((row) => hasWords(query, `${row.id} ${row.workspace}`)) : []),
    [allLists, query, filter],
  );
  if (all === null) return <p className="empty">Loading…</p>;
  if (all.length === 0 && foundLists.length === 0) {
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
        <p role="status" className="facts">
          {found.length === all.length ? `${all.length} loops` : `${found.length} of ${all.length} loops`}
          <span className="keys">
            {' '}
            · <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> open
          </span>
        </p>
      </search>
      <Groups rows={found} lists={foundLists} />
    </>
  );
}

function Groups({ rows, lists: listRows }: { rows: readonly LoopRow[]; lists: readonly ListRow[] }) {
  const [shown, setShown] = useState(PAGE);
  const waiting = rows.filter(needsPerson);
  const running = rows.filter((row) => !needsPerson(row) && isRunning(row));
  const earlier = rows.filter((row) => !needsPerson(row) && !isRunning(row));
  return (
    <>
      {waiting.length > 0 && (
        <section className="group asks" aria-labelledby="waiting-title">
          <h2 id="waiting-title">{NEEDS_PERSON}</h2>
          <LoopRows rows={waiting.slice(0, shown)} />
        </section>
      )}
      {running.length > 0 && (
        <section className="group" aria-labelledby="running-title">
          <h2 id="running-title">Running</h2>
          <LoopRows rows={running.slice(0, shown)} />
        </section>
      )}
      {listRows.length > 0 && (
        <section className="group" aria-labelledby="lists-title">
          <h2 id="lists-title">Lists of tasks</h2>
          <ListRows rows={listRows.slice(0, shown)} />
        </section>
      )}
      {earlier.length > 0 && (
        <section className="group" aria-labelledby="earlier-title">
          <h2 id="earlier-title">Earlier</h2>
          <LoopRows rows={earlier.slice(0, shown)} />
        </section>
      )}
      {earlier.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE * 5)}>
          Show more of {(earlier.length - shown).toLocaleString('en-GB')}
        </button>
      )}
    </>
  );
}

function matching(all: readonly LoopRow[], query: string, filter: Filter): LoopRow[] {
  return all.filter(
    (row) =>
      FILTERS[filter](row) &&
      hasWords(
        query,
        `${row.id} ${row.workspace} ${row.status} ${row.summary?.task ?? ''} ${row.summary?.agent ?? ''}`,
      ),
  );
}

function hasWords(query: string, text: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}
