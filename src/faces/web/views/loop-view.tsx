import { useEffect, useMemo, useState } from 'react';
import { totalUsage } from '../../../core/agents/usage.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { statusWord } from '../../../core/state/status-word.ts';
import type { Payload } from '../../report-page/payload.ts';
import { duration, iterationsText } from '../../reports/format.ts';
import { failingText, headlineOf } from '../../reports/headline.ts';
import { loopPath } from '../data/api.ts';
import { watchLoop } from '../data/loop.ts';
import { isRunning } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { useStore } from '../data/store.ts';
import { Chart } from '../parts/chart.tsx';
import { Diff } from '../parts/diff.tsx';
import { Findings } from '../parts/findings.tsx';
import { GatePanel } from '../parts/gate-panel.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { NowPanel } from '../parts/now-panel.tsx';
import { Steering } from '../parts/steering.tsx';
import { TestsMap } from '../parts/tests-map.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { money } from '../parts/words.ts';

interface LoopViewProps {
  project: string;
  loop: string;
  readOnly: boolean;
}

/** One loop: what it needs, what it does now, and everything that it did. */
export function LoopView({ project, loop, readOnly }: LoopViewProps) {
  const { store, stop } = useMemo(() => watchLoop(project, loop), [project, loop]);
  useEffect(() => stop, [stop]);
  const { state, status, activities, problem } = useStore(store);
  const [theme, setTheme] = useState('');
  useEffect(() => {
    const changed = () =>
      setTheme(`${document.documentElement.dataset.theme}${matchMedia('(prefers-color-scheme: dark)').matches}`);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    changed();
    return () => observer.disconnect();
  }, []);
  const title = state?.task.split('\n')[0] ?? loop;
  useEffect(() => {
    document.title = `${title} · Jumar`;
  }, [title]);
  if (problem !== null)
    return (
      <section className="empty">
        <h1>This log cannot be shown</h1>
        <p className="bad">{problem}</p>
      </section>
    );
  if (!state) return <p className="empty">Loading…</p>;
  const now = status ?? state.status;
  return (
    <>
      <header className="loop-head">
        <p>
          <a href={hrefOf({ view: 'loops' })}>All loops</a>
        </p>
        <p className={`status ${now}`}>{statusWord(now)}</p>
        <h1>{title}</h1>
        <p className="id">
          {state.id} · {state.workspace.root} · {state.agent.command ?? state.agent.name}
        </p>
        <Figures state={state} />
        <p className="facts">
          Done when{' '}
          {state.criteria.map(({ id, text }, index) => (
            <span key={id}>
              {index > 0 && ' and '}
              <code>{text}</code>
            </span>
          ))}
        </p>
        {state.ended && <p>{state.ended.reason}</p>}
      </header>
      <GatePanel project={project} state={state} readOnly={readOnly} />
      {!readOnly && <Steering project={project} state={state} status={now} />}
      {isRunning({ status: now }) && <NowPanel state={state} activities={activities} />}
      <Chart state={state} theme={theme} />
      <Timeline project={project} state={state} />
      <Findings project={project} state={state} readOnly={readOnly} />
      <Lazy<Payload['tests']>
        title="Tests by iteration"
        path={`${loopPath(project, loop)}/tests?seen=${measuredOf(state)}`}
      >
        {(tests) => <TestsMap {...tests} />}
      </Lazy>
      <DiffSection project={project} state={state} />
      <Recoveries state={state} />
    </>
  );
}

function Figures({ state }: { state: LoopState }) {
  const headline = headlineOf(state);
  const failing = headline && failingText(headline);
  const { costUsd, tokens } = totalUsage(state);
  const used = state.iterations.filter(({ n, byHand }) => n > 0 && !byHand).length;
  const figures: [string, string][] = [
    ...(failing ? [['failing tests', failing] as [string, string]] : []),
    ['quality', headline?.quality ?? 'unknown'],
    ['', iterationsText(used, 0, state.settings.limits.maxIterations)],
    ['running time', duration(state.activeMs)],
    ...(costUsd !== null && costUsd > 0 ? [['spent', money(costUsd)] as [string, string]] : []),
    ...(tokens !== null && tokens > 0 ? [['tokens', tokens.toLocaleString('en-GB')] as [string, string]] : []),
    ...(state.best !== null ? [['best', state.best === 0 ? 'baseline' : `#${state.best}`] as [string, string]] : []),
  ];
  return (
    <ul className="figures">
      {figures.map(([name, value]) => (
        <li key={name}>
          <span className="value">{value}</span> {name}
        </li>
      ))}
    </ul>
  );
}

function DiffSection({ project, state }: { project: string; state: LoopState }) {
  const taken = state.iterations.filter(({ snapshot }) => snapshot).map(({ n }) => n);
  const [chosenFrom, setFrom] = useState<number | null>(null);
  const [chosenTo, setTo] = useState<number | null>(null);
  if (taken.length < 2) return null;
  const from = chosenFrom ?? 0;
  const to = chosenTo ?? (state.best !== null && state.best > 0 ? state.best : (taken.at(-1) ?? 0));
  const choice = (name: string, value: number, choose: (n: number) => void) => (
    <label>
      {name}{' '}
      <select value={value} onChange={(event) => choose(Number(event.target.value))}>
        {taken.map((n) => (
          <option key={n} value={n}>
            {n === 0 ? 'baseline' : `#${n}`}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Lazy<Pick<Payload, 'files' | 'notes'>>
      title="Diff"
      path={`${loopPath(project, state.id)}/diff?from=${from}&to=${to}`}
    >
      {(diff) => (
        <>
          <p className="controls">
            {choice('From', from, setFrom)} {choice('To', to, setTo)}
          </p>
          <Diff {...diff} />
        </>
      )}
    </Lazy>
  );
}

function Recoveries({ state }: { state: LoopState }) {
  if (state.recoveries.length === 0) return null;
  return (
    <section aria-labelledby="recoveries-title">
      <h2 id="recoveries-title">Recoveries</h2>
      {state.recoveries.map(({ attempt, iteration, trigger, rootCause, strategy, outcome }) => (
        <p key={attempt}>
          <strong>
            {attempt}. after #{iteration}, {trigger}
          </strong>
          : {rootCause}; {strategy ?? 'no strategy'}; {outcome ?? 'under way'}
        </p>
      ))}
    </section>
  );
}

/** How many iterations have been measured: the map of tests is read again when there is one more. */
function measuredOf({ iterations }: LoopState): number {
  return iterations.filter(({ testsFile }) => testsFile !== null).length;
}
