import { useEffect, useMemo } from 'react';
import type { ListState } from '../../../core/tasks/state.ts';
import { bakeOffTables, listHead, notRequired, tasksGraph, tasksTable } from '../../reports/tasks/list-sections.ts';
import { watchList } from '../data/list.ts';
import { loops } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { useStore } from '../data/store.ts';
import { Html } from '../parts/html.tsx';
import { ListSteering } from '../parts/list-steering.tsx';
import { LoopRows } from '../parts/loop-rows.tsx';
import { Section } from '../parts/section.tsx';

interface ListViewProps {
  project: string;
  list: string;
  readOnly: boolean;
}

/** A list of tasks: its graph, its tasks and where they stand, and its loops as they run. */
export function ListView({ project, list, readOnly }: ListViewProps) {
  const { store, stop } = useMemo(() => watchList(project, list), [project, list]);
  useEffect(() => stop, [stop]);
  const { state, isRunning, problem } = useStore(store);
  const rows = useStore(loops);
  useEffect(() => {
    document.title = `${list} · Jumar`;
  }, [list]);
  if (problem !== null)
    return (
      <section className="empty">
        <h1>This list cannot be shown</h1>
        <p className="bad">{problem}</p>
        <p>
          <a href={hrefOf({ view: 'loops' })}>All loops</a>
        </p>
      </section>
    );
  if (!state) return <p className="empty">Loading…</p>;
  const byId = new Map((rows ?? []).map((row) => [row.id, row]));
  const linkOf = (loop: string) => {
    const row = byId.get(loop);
    return row ? hrefOf({ view: 'loop', project: row.project, loop }) : null;
  };
  const its = loopsOf(state).flatMap((loop) => byId.get(loop) ?? []);
  const missing = notRequired(state);
  return (
    <>
      <header className="loop-head">
        <p className="back">
          <a href={hrefOf({ view: 'loops' })}>← All loops</a>
        </p>
        <Html markup={listHead(state, isRunning || state.status !== 'running' ? state.status : 'crashed')} />
      </header>
      {!readOnly && <ListSteering project={project} state={state} isRunning={isRunning} />}
      <Section id="graph" title="Graph">
        <Html markup={tasksGraph(state)} />
      </Section>
      <Section id="tasks" title="Tasks">
        <Html markup={tasksTable(state, linkOf)} />
        {state.tasks.some(({ bakeOff }) => bakeOff) && <Html markup={bakeOffTables(state)} />}
        {missing && <Html markup={missing} />}
      </Section>
      <Section id="its-loops" title={`Loops (${its.length})`}>
        {its.length === 0 ? <p>No loop has started yet.</p> : <LoopRows rows={its} />}
      </Section>
    </>
  );
}

/** The loops that make and integrate its changes, the latest task last. */
function loopsOf({ tasks }: ListState): string[] {
  const all = tasks.flatMap(({ work, integration, spent }) => [work?.loop, integration?.loop, ...Object.keys(spent)]);
  return [...new Set(all.filter((loop) => loop !== undefined))];
}
