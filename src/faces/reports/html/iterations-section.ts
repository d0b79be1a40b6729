import { usageOf } from '../../../core/agents/usage.ts';
import { judgedIterations } from '../../../core/analytics/trajectory.ts';
import { changesIn, type IterationState, type LoopState } from '../../../core/state/state.ts';
import { dollars } from '../activity-line.ts';
import { duration } from '../format.ts';
import { keptMark } from '../headline-iteration.ts';
import { metricRows } from '../metric-rows.ts';
import { objectiveText } from '../objective.ts';
import { recoveriesOf } from '../recovery-rows.ts';
import { scoreNote, scoreRows } from '../score-rows.ts';
import { testsText } from '../tests-text.ts';
import { html, type Markup, table } from './markup.ts';
import type { Section } from './sections.ts';

/** Each iteration, collapsed, the latest first; prompt and transcript are unpacked when opened. */
export function iterationsSection(state: LoopState, shown: ReadonlySet<number>): Section {
  const judged = judgedIterations(state).filter(({ n }) => shown.has(n));
  const body = html`${judged.toReversed().map((iteration) => entry(state, iteration))}`;
  return { id: 'iterations', title: 'Iterations', body };
}

function entry(state: LoopState, iteration: IterationState): Markup {
  return html`<details id="iteration-${iteration.n}" class="${iterationClass(iteration)}"><summary>${iterationSummary(state, iteration)}</summary>
${iterationBody(state, iteration)}
</details>`;
}

export function iterationClass({ classification, decision }: IterationState): string {
  return `iteration ${decision?.action === 'rollback' ? 'regression' : (classification ?? '')}`;
}

/** One line: what became of it, and its numbers. */
export function iterationSummary(state: LoopState, iteration: IterationState): Markup {
  const { n, decision, classification, score, agent, byHand } = iteration;
  const objective = objectiveText(iteration, state);
  const mark = keptMark(state, n).trim().slice(1, -1);
  const tests = testsText(iteration.verdicts);
  const { costUsd } = usageOf(iteration);
  const action = decision?.action ?? 'under way';
  const isBad = action === 'rollback' || action === 'escalate';
  return html`<span class="which">${n === 0 ? 'Baseline' : `#${n}`}</span> <span class="tag ${isBad ? 'bad' : ''}">${action}</span> ${
    mark !== '' && html`<span class="tag good">${mark}</span> `
  }${tests !== null && html`<span>tests ${tests}</span> `}<span>quality ${score === null ? 'unknown' : score.toFixed(2)}</span> ${
    objective !== null && html`<span>objective ${objective}</span> `
  }<span class="soft">${[
    classification,
    byHand ? 'by hand' : '',
    agent && n > 0 ? duration(agent.durationMs) : '',
    costUsd !== null && costUsd > 0 ? dollars(costUsd, false) : '',
  ]
    .filter(Boolean)
    .join(' · ')}</span>`;
}

/** How it was judged, by which rule and numbers, and what it did. */
export function iterationBody(state: LoopState, iteration: IterationState): Markup {
  const { n, decision, snapshot, quality } = iteration;
  const paths = changesIn(iteration)?.paths;
  return html`${
    decision &&
    html`<p><strong>${decision.rule}</strong>: ${decision.reason} <span class="soft">confidence ${decision.confidence.toFixed(2)}${quality && `, ${Math.round(quality.confidence * 100)}% of the score was measured`}</span></p>`
  }${n > 0 && html`<p>Changed: ${paths === undefined ? 'unknown' : paths.length === 0 ? 'nothing' : paths.join(', ')}${iteration.byHand && ', by hand'}</p>`}
${(snapshot?.notes ?? []).map((note) => html`<p>Note: ${note}</p>`)}${recoveriesOf(state, n).map((line) => html`<p>${line}</p>`)}${checks(state, iteration)}${metricsTable(state, iteration)}${scoreTable(state, iteration)}
${iteration.prompt && unpackDetails('Prompt', n, 'prompt')}${iteration.agent && unpackDetails(`Agent: ${duration(iteration.agent.durationMs)}, ${iteration.agent.reason}`, n, 'transcript')}`;
}

function metricsTable(state: LoopState, iteration: IterationState): Markup {
  const head = ['Metric', 'Current', 'Previous', 'Delta', 'Baseline', 'Delta from baseline'];
  const rows = metricRows(state, iteration).map((row) => Object.values(row) as string[]);
  return table(`Metrics of #${iteration.n}`, head, rows);
}

function scoreTable(state: LoopState, iteration: IterationState): Markup | false {
  const rows = scoreRows(state, iteration).map(({ name, score, weight, contribution }) => [
    name,
    score === null ? 'unknown' : score.toFixed(2),
    weight.toFixed(2),
    contribution === null ? 'unknown' : contribution.toFixed(3),
  ]);
  if (rows.length === 0) return false;
  const total = iteration.quality?.[state.settings.score.profile] ?? null;
  const note = scoreNote(state, iteration);
  const sum = [
    'Total',
    total === null ? 'unknown' : total.toFixed(2),
    '',
    total === null ? 'unknown' : total.toFixed(3),
  ];
  const head = ['Dimension', 'Score', 'Weight', 'Contribution'];
  return html`${table(`Score of #${iteration.n}`, head, [...rows, sum])}${note !== null && html`<p>${note}</p>`}`;
}

function checks(state: LoopState, { n, verdicts }: IterationState): Markup {
  const items = (verdicts ?? []).map((verdict) => {
    const text = state.criteria.find(({ id }) => id === verdict.criterion)?.text ?? verdict.criterion;
    const output = verdict.excerpt
      ? html`<pre tabindex="0" aria-label="Output of ${text} in #${n}"><code>${verdict.excerpt}</code></pre>`
      : '';
    return html`<li><strong class="${verdict.outcome}">${verdict.outcome}</strong> <code>${text}</code>: ${verdict.reason}${output}</li>`;
  });
  return html`<ul class="checks">${items}</ul>`;
}

function unpackDetails(title: string, n: number, kind: 'prompt' | 'transcript'): Markup {
  return html`<details class="unpack" data-iteration="${n}" data-kind="${kind}"><summary>${title}</summary><pre tabindex="0" aria-label="${title} of #${n}"><code></code></pre></details>`;
}
