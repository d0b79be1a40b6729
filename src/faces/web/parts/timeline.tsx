import { useState } from 'react';
import { usageOf } from '../../../core/agents/usage.ts';
import { changesIn, type IterationState, type LoopState } from '../../../core/state/state.ts';
import { duration } from '../../reports/format.ts';
import { keptMark } from '../../reports/headline-iteration.ts';
import { metricRows } from '../../reports/metric-rows.ts';
import { testsText } from '../../reports/tests-text.ts';
import { loopPath, readJson } from '../data/api.ts';
import { Output, Scroll } from './scroll.tsx';
import { money, percent } from './words.ts';

const FIRST = 30;

/** Every iteration, the latest first; each opens to what it did and how it was judged. */
export function Timeline({ project, state }: { project: string; state: LoopState }) {
  const [shown, setShown] = useState(FIRST);
  const all = [...state.iterations].reverse();
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">Iterations</h2>
      {all.slice(0, shown).map((iteration) => (
        <Entry key={iteration.n} project={project} state={state} iteration={iteration} />
      ))}
      {all.length > shown && (
        <button type="button" onClick={() => setShown(shown + 100)}>
          Show earlier ones
        </button>
      )}
    </section>
  );
}

function Entry({ project, state, iteration }: { project: string; state: LoopState; iteration: IterationState }) {
  const [open, setOpen] = useState(false);
  const { n, decision, classification, agent, score } = iteration;
  const tests = testsText(iteration.verdicts);
  const { costUsd } = usageOf(iteration);
  const action = decision?.action ?? 'under way';
  return (
    <details
      id={`iteration-${n}`}
      className={`iteration ${classification ?? ''}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="n">{n === 0 ? 'Baseline' : `#${n}`}</span>
        {keptMark(state, n) && <span className="tag good">{keptMark(state, n).trim().slice(1, -1)}</span>}
        <span className={`tag ${action === 'rollback' || action === 'escalate' ? 'bad' : ''}`}>{action}</span>
        {tests && <span>tests {tests}</span>}
        <span>quality {percent(score)}</span>
        {agent && <span className="soft">{duration(agent.durationMs)}</span>}
        {costUsd !== null && costUsd > 0 && <span className="soft">{money(costUsd)}</span>}
      </summary>
      {open && <Details project={project} state={state} iteration={iteration} />}
    </details>
  );
}

function Details({ project, state, iteration }: { project: string; state: LoopState; iteration: IterationState }) {
  const { n, decision, verdicts, agent, prompt, quality } = iteration;
  const paths = changesIn(iteration)?.paths;
  const rows = metricRows(state, iteration);
  return (
    <>
      {decision && (
        <p>
          <strong>{decision.rule}</strong>: {decision.reason}{' '}
          <span className="soft">confidence {decision.confidence.toFixed(2)}</span>
          {quality && (
            <span className="soft"> · {Math.round(quality.confidence * 100)}% of the score was measured</span>
          )}
        </p>
      )}
      {n > 0 && paths && <p>Changed: {paths.length === 0 ? 'nothing' : paths.join(', ')}</p>}
      <ul className="checks">
        {(verdicts ?? []).map((verdict) => (
          <li key={verdict.criterion}>
            <strong className={verdict.outcome}>{verdict.outcome}</strong>{' '}
            <code>{state.criteria.find(({ id }) => id === verdict.criterion)?.text ?? verdict.criterion}</code>:{' '}
            {verdict.reason}
            {verdict.excerpt && <Output label={`Output of ${verdict.criterion} in #${n}`}>{verdict.excerpt}</Output>}
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <Scroll label={`Metrics of #${n}`}>
          <table>
            <caption>Metrics of #{n}</caption>
            <thead>
              <tr>
                {['Metric', 'Now', 'Before', 'Delta', 'Baseline', 'From baseline'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td>{row.current}</td>
                  <td>{row.previous}</td>
                  <td>{row.delta}</td>
                  <td>{row.baseline}</td>
                  <td>{row.baselineDelta}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {(prompt || agent) && <Texts project={project} loop={state.id} n={n} />}
    </>
  );
}

interface TextsOf {
  prompt: string | null;
  transcript: string | null;
}

function Texts({ project, loop, n }: { project: string; loop: string; n: number }) {
  const [texts, setTexts] = useState<TextsOf | string | null>(null);
  const read = () => {
    if (texts !== null) return;
    readJson<TextsOf>(`${loopPath(project, loop)}/iterations/${n}/texts`).then(setTexts, (error: Error) =>
      setTexts(error.message),
    );
  };
  const shown = (kind: keyof TextsOf) =>
    texts === null ? 'Loading…' : typeof texts === 'string' ? texts : (texts[kind] ?? 'not recorded');
  return (
    <>
      {(['prompt', 'transcript'] as const).map((kind) => (
        <details key={kind} className="unpack" onToggle={read}>
          <summary>{kind === 'prompt' ? 'Prompt' : 'What the agent printed'}</summary>
          <Output label={`${kind} of #${n}`}>{shown(kind)}</Output>
        </details>
      ))}
    </>
  );
}
