import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Status } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { fillTexts } from '../../report-page/unpack.ts';
import { LAYOUT, loopHead, quietSections } from '../../reports/html/loop-sections.ts';
import { outcomeSection, trajectorySection } from '../../reports/html/sections.ts';
import { shownIterations } from '../../reports/html/shown-iterations.ts';
import { loopPath, readJson } from '../data/api.ts';
import { watchLoop } from '../data/loop.ts';
import { isRunning } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { useStore } from '../data/store.ts';
import { MetricsChart } from '../parts/chart.tsx';
import { Findings } from '../parts/findings.tsx';
import { GatePanel } from '../parts/gate-panel.tsx';
import { Html } from '../parts/html.tsx';
import { NowPanel } from '../parts/now-panel.tsx';
import { Section, WhenSeen } from '../parts/section.tsx';
import { Diffs, TestsMap } from '../parts/shared-views.tsx';
import { Steering } from '../parts/steering.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { usePaced } from '../parts/use-paced.ts';

interface LoopViewProps {
  project: string;
  loop: string;
  readOnly: boolean;
}

/** One loop: what it needs, what it does now, and everything that it did, as its report has it. */
export function LoopView({ project, loop, readOnly }: LoopViewProps) {
  const { store, stop } = useMemo(() => watchLoop(project, loop), [project, loop]);
  useEffect(() => stop, [stop]);
  const { state, status, activities, problem } = useStore(store);
  const title = state?.task.split('\n')[0] ?? loop;
  useEffect(() => {
    document.title = `${title} · Jumar`;
  }, [title]);
  useKeys('details.iteration > summary');
  if (problem !== null)
    return (
      <section className="empty">
        <h1>This log cannot be shown</h1>
        <p className="bad">{problem}</p>
        <p>
          <a href={hrefOf({ view: 'loops' })}>All loops</a>
        </p>
      </section>
    );
  if (!state) return <p className="empty">Loading…</p>;
  const now = status ?? state.status;
  return (
    <>
      <header className="loop-head">
        <p className="back">
          <a href={hrefOf({ view: 'loops' })}>← All loops</a>
        </p>
        <Html markup={loopHead(state, now)} />
      </header>
      <GatePanel project={project} state={state} readOnly={readOnly} />
      {!readOnly && <Steering project={project} state={state} status={now} />}
      <Sections
        project={project}
        state={state}
        status={now}
        readOnly={readOnly}
        now={isRunning({ status: now }) && <NowPanel state={state} activities={activities} />}
      />
    </>
  );
}

interface SectionsProps {
  project: string;
  state: LoopState;
  status: Status;
  readOnly: boolean;
  now: ReactNode;
}

/** In the order of the report; while the loop runs, what it does now stands where its outcome will. */
function Sections({ project, state, readOnly, now }: SectionsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { id } = state;
  useEffect(() => {
    if (place.current) fillTexts(place.current, (n, kind) => readText(project, id, n, kind));
  }, [project, id]);
  const [wanted, setWanted] = useState<{ n: number } | null>(null);
  useEffect(() => {
    const parts = place.current;
    // The report's own links; here they would name a view.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#iteration-"]') : null;
      if (!link) return;
      event.preventDefault();
      setWanted({ n: Number(link.getAttribute('href')?.slice('#iteration-'.length)) });
    };
    parts?.addEventListener('click', onClick);
    return () => parts?.removeEventListener('click', onClick);
  }, []);
  const paced = usePaced(state);
  const quiet = useMemo(() => {
    const shown = shownIterations(paced);
    const sections = [outcomeSection(paced), trajectorySection(paced, shown), ...quietSections(paced, shown)];
    return new Map(sections.map((section) => [section.id, section]));
  }, [paced]);
  const own: Record<string, [title: string, body: ReactNode]> = {
    iterations: ['Iterations', <Timeline key="iterations" state={state} wanted={wanted} />],
    alerts: ['Findings and alerts', <Findings key="alerts" project={project} state={paced} readOnly={readOnly} />],
    diffs: [
      'Diffs',
      <WhenSeen key="diffs">
        <Diffs project={project} state={state} />
      </WhenSeen>,
    ],
    tests: [
      'Tests by iteration',
      <WhenSeen key="tests">
        <TestsMap project={project} state={state} />
      </WhenSeen>,
    ],
    metrics: ['Metrics over iterations', <MetricsChart key="metrics" state={paced} />],
  };
  const titleOf = (name: string) => own[name]?.[0] ?? quiet.get(name)?.title;
  const section = (name: string): ReactNode => {
    const title = titleOf(name);
    const shared = quiet.get(name);
    const body = own[name]?.[1] ?? (shared && <Html markup={shared.body} />);
    return title && body ? (
      <Section key={name} id={name} title={title}>
        {body}
      </Section>
    ) : null;
  };
  const order = now ? [...LAYOUT.filter(([first]) => first !== 'outcome'), ['outcome']] : LAYOUT;
  const rows = order.map((names) => names.filter((name) => titleOf(name))).filter((names) => names.length > 0);
  return (
    <div ref={place}>
      <nav aria-label="Sections">
        <ul>
          {rows.flat().map((name) => (
            <li key={name}>
              <button type="button" className="link" onClick={() => document.getElementById(name)?.scrollIntoView()}>
                {titleOf(name)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {now && (
        <div className="pair">
          {now}
          {section('trajectory')}
        </div>
      )}
      {rows.map((names) => (
        <div key={names[0]} className="pair">
          {names.map(section)}
        </div>
      ))}
    </div>
  );
}

async function readText(project: string, loop: string, n: string, kind: 'prompt' | 'transcript') {
  const path = `${loopPath(project, loop)}/iterations/${n}/texts`;
  return (await readJson<Record<typeof kind, string | null>>(path))[kind];
}
