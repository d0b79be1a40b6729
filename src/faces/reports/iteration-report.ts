import { usageOf } from '../../core/agents/usage.ts';
import { lossesIn } from '../../core/findings/losses.ts';
import { raisedIn } from '../../core/findings/raised.ts';
import { survivorText } from '../../core/metrics/mutants.ts';
import { changesIn, type IterationState, type LoopState } from '../../core/state/state.ts';
import { evidenceTexts } from '../../core/verification/evidence-texts.ts';
import { withSign } from './chart.ts';
import { duration, grownText, outcomeMark, plural } from './format.ts';
import { decisionText } from './human-decisions.ts';
import { markdownTable } from './markdown-table.ts';
import { metricRows } from './metric-rows.ts';
import { recoveriesOf } from './recovery-rows.ts';
import { scoreNote, scoreRows } from './score-rows.ts';
import { timeText } from './time-parts.ts';

/** Markdown report of one judged iteration: changes, metrics, checks, alerts and decision. */
export function iterationReport(state: LoopState, iteration: IterationState): string {
  const { n, decision } = iteration;
  return `${[
    `## Iteration ${n} Progress Report`,
    '',
    `**Loop**: ${state.id}`,
    `**Timestamp**: ${new Date(iteration.endedAt).toISOString()}`,
    `**Classification**: ${iteration.classification ?? 'not judged yet'}`,
    `**Quality Score**: ${score(iteration.score)} by profile ${state.settings.score.profile}${confidence(iteration)}`,
    `**Changed**: ${changed(iteration)}`,
    `**Time**: ${timeText(iteration.time)}`,
    ...(iteration.agent ? [`**Agent**: ${agentText(iteration)}`] : []),
    ...(iteration.snapshot?.notes ?? []).map((note) => `**Note**: ${note}`),
    '',
    '### Metrics',
    '',
    ...markdownTable(
      ['Metric', 'Current', 'Previous', 'Delta', 'Baseline', 'Delta from Baseline'],
      metricRows(state, iteration).map((row) => [
        row.name,
        row.current,
        row.previous,
        row.delta,
        row.baseline,
        row.baselineDelta,
      ]),
    ),
    '',
    ...grownSection(iteration),
    ...scoreSection(state, iteration),
    '### Checks',
    '',
    ...markdownTable(
      ['Criterion', 'Outcome', 'Why', 'Time'],
      (iteration.verdicts ?? []).map((verdict) => [
        state.criteria.find(({ id }) => id === verdict.criterion)?.text ?? verdict.criterion,
        `${outcomeMark(verdict)} ${verdict.outcome}`,
        verdict.reason,
        duration(verdict.durationMs),
      ]),
    ),
    '',
    ...evidenceSection(iteration),
    '### Alerts',
    '',
    ...alertLines(state, n),
    '',
    ...recoverySection(state, n),
    '### Best Iteration Tracker',
    '',
    ...bestLines(state, iteration),
    '',
    '### Recommendation',
    '',
    `**Action**: ${decision?.action ?? 'none yet'}`,
    `**Reason**: ${decision ? `${decision.reason} (${decision.rule})` : ''}`,
    `**Confidence**: ${decision ? decision.confidence.toFixed(2) : ''}`,
  ].join('\n')}\n`;
}

function grownSection({ metrics }: IterationState): string[] {
  const grew = metrics?.complexity?.grew ?? [];
  return grew.length === 0 ? [] : ['### Complexity grew', '', ...grew.map((one) => `- ${grownText(one)}`), ''];
}

function evidenceSection(iteration: IterationState): string[] {
  const texts = evidenceTexts(iteration);
  const survivors = iteration.mutants?.survivors ?? [];
  const unwatched =
    survivors.length > 0
      ? ['### Lines that no test watches', '', ...survivors.map((one) => `- ${survivorText(one)}`), '']
      : [];
  return texts.length > 0 ? ['### What the tests show', '', ...texts.map((text) => `- ${text}`), '', ...unwatched] : [];
}

function scoreSection(state: LoopState, iteration: IterationState): string[] {
  const rows = scoreRows(state, iteration);
  if (rows.length === 0) return [];
  const weights = rows.reduce((sum, { weight }) => sum + weight, 0);
  const total = iteration.quality?.[state.settings.score.profile] ?? null;
  const lines = rows.map((row) => [row.name, score(row.score), row.weight.toFixed(2), score(row.contribution, 3)]);
  const sum = ['**Total**', `**${score(total)}**`, weights.toFixed(2), `**${score(total, 3)}**`];
  const table = markdownTable(['Dimension', 'Score', 'Weight', 'Contribution'], [...lines, sum]);
  const note = scoreNote(state, iteration);
  const notes = [
    ...(note === null ? [] : [`- ${note}`]),
    ...(iteration.metrics?.unknown ?? []).map((reason) => `- unknown: ${reason}`),
  ];
  return ['### Quality Score Breakdown', '', ...table, '', ...(notes.length > 0 ? [...notes, ''] : [])];
}

function alertLines(state: LoopState, n: number): string[] {
  const losses = lossesIn(raisedIn(state).filter(({ iterations }) => iterations.includes(n)));
  if (losses.length === 0) return ['No alerts'];
  return losses.map(({ main: one, raised }) => {
    const { severity, type, place, marked } = one;
    const counts = raised.filter((other) => other !== one && other.source === 'metrics').map((other) => other.text);
    const text = [one.text.replace(/\.$/, ''), ...counts].join('; ');
    const where = place ? ` (${place.path}:${place.line})` : '';
    const word = marked
      ? `marked a false positive${marked.reason ? `: ${marked.reason}` : ''}`
      : decisionText(state, one, n);
    return `- **${severity.toUpperCase()}** ${type}: ${text}${where}${word === null ? '' : ` — ${word}`}`;
  });
}

function recoverySection(state: LoopState, n: number): string[] {
  const lines = recoveriesOf(state, n);
  return lines.length === 0 ? [] : ['### Recovery', '', ...lines.map((line) => `- ${line}`), ''];
}

function bestLines(state: LoopState, { n, best, score: now, snapshot }: IterationState): string[] {
  const bestIteration = best === null ? undefined : state.iterations[best];
  return [
    `- **Current Best**: ${bestIteration ? `Iteration ${bestIteration.n} (quality: ${score(bestIteration.score)})` : 'none yet'}`,
    `- **This Iteration**: Iteration ${n} (quality: ${score(now)}${gap(now, bestIteration?.score)})`,
    `- **Best Preserved**: ${bestIteration?.snapshot ? `yes, snapshot ${bestIteration.snapshot.commit.slice(0, 12)}` : 'no'}`,
    ...(snapshot ? [`- **Snapshot**: ${snapshot.commit.slice(0, 12)}`] : []),
  ];
}

function gap(now: number | null, best: number | null | undefined): string {
  return now === null || best == null || now === best ? '' : `, ${withSign(now - best, 2)} to best`;
}

function changed(iteration: IterationState): string {
  const { n, byHand, changesUnknown } = iteration;
  if (n === 0) return 'nothing; this is the baseline';
  if (changesUnknown) return 'by hand, between two sessions; not recorded';
  const changes = changesIn(iteration);
  if (!changes || changes.files === 0) return 'nothing';
  const more = changes.files - Math.min(changes.files, changes.paths.length);
  const names = `${changes.paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const lines = `${plural(changes.files, 'file')}, +${changes.insertions}, -${changes.deletions}`;
  return `${byHand ? 'by hand, between two sessions, ' : ''}${lines}: ${names}`;
}

function agentText(iteration: IterationState): string {
  const { agent } = iteration;
  const { costUsd, tokens } = usageOf(iteration);
  const costs = [
    ...(tokens === null ? [] : [`${tokens} tokens`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
  ];
  return `${duration(agent?.durationMs ?? 0)}, ${agent?.reason}; cost ${costs.join(', ') || 'unknown'}`;
}

function confidence({ quality }: IterationState): string {
  return quality && quality.confidence > 0 ? ` (${Math.round(quality.confidence * 100)} % of its weight is known)` : '';
}

function score(value: number | null | undefined, digits = 2): string {
  return value == null ? 'unknown' : value.toFixed(digits);
}
