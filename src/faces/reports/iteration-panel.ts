import { judgedIterations } from '../../core/analytics/trajectory.ts';
import { commandOf } from '../../core/criteria/criterion.ts';
import { allHold, type Verdict } from '../../core/criteria/verdict.ts';
import { changesIn, type IterationState, type LoopState, launches } from '../../core/state/state.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { TextSize } from './chart.ts';
import { clip } from './columns.ts';
import { duration, plural } from './format.ts';
import { unicodeGlyphs } from './glyphs.ts';
import { approachOf, learningOf, learningText } from './learnings.ts';
import { metricsLine } from './metrics-line.ts';
import { wrapText } from './wrap.ts';

/** One judged iteration in detail: previous learnings, approach, changes, verification and the next step. */
export function iterationPanel(state: LoopState, n: number, { columns, glyphs = unicodeGlyphs }: TextSize): string {
  const iteration = state.iterations[n];
  if (!iteration) throw new Error(`${state.id} has no iteration ${n}`);
  const rule = glyphs.line.repeat(Math.min(columns, RULE));
  const lines = [
    `Jumar: Iteration ${n}/${state.settings.limits.maxIterations}`,
    rule,
    ...wrapText(`Previous learnings: ${previousLearning(state, n)}`, columns),
    '',
    'This iteration:',
    ...hanging(`  - Approach: ${approachOf(state, iteration)}`, columns),
    ...(n > 0 && !iteration.byHand ? [`  - Agent: ${agentText(state, iteration)}`] : []),
    `  - Changes: ${changes(iteration)}`,
    ...metricsLine(iteration, state).map((part) => `  - ${part.replaceAll('→', glyphs.arrow)}`),
    '',
    ...(iteration.verdicts ?? []).flatMap((verdict) => verification(state, verdict)),
    `Result: ${allHold(iteration.verdicts ?? []) ? 'PASS' : 'FAIL'}`,
  ];
  const follows = outcome(state, iteration).flatMap((line) => wrapText(line, columns));
  return [rule, ...lines.map((line) => clip(line, columns, glyphs.ellipsis)), ...follows, rule].join('\n');
}

const RULE = 60;

function previousLearning(state: LoopState, n: number): string {
  const before = judgedIterations(state).findLast((iteration) => iteration.n < n);
  if (!before || before.n === 0) return 'none';
  const learning = learningOf(state, before);
  const rolledBack = before.decision.action === 'rollback' ? `rolled back: ${before.decision.reason}` : null;
  return `iteration ${before.n}: ${[rolledBack, learning && learningText(learning)].filter(Boolean).join('. ') || 'none'}`;
}

/** The text wrapped, with later lines under the words of the first. */
function hanging(text: string, columns: number): string[] {
  const indent = text.length - text.trimStart().length;
  return wrapText(text, columns - indent - 2).map((line, at) => ' '.repeat(at === 0 ? indent : indent + 2) + line);
}

function agentText(state: LoopState, { agent, parent, n }: IterationState): string {
  const from = parent === n - 1 ? '' : `, started again from iteration ${parent}`;
  return `${state.agent.command ?? state.agent.name}, ${duration(agent?.durationMs ?? 0)}, ${agent?.reason ?? 'at work'}${from}`;
}

function changes(iteration: IterationState): string {
  if (iteration.changesUnknown) return 'not recorded';
  const summary = changesIn(iteration);
  if (!summary || summary.files === 0) return 'none';
  return `${plural(summary.files, 'file')} (+${summary.insertions}, -${summary.deletions}): ${summary.paths.join(', ')}`;
}

function verification(state: LoopState, verdict: Verdict): string[] {
  const criterion = state.criteria.find(({ id }) => id === verdict.criterion);
  const command = criterion ? (commandOf(criterion) ?? criterion.text) : verdict.criterion;
  return [`Verifying: ${command} (${verdict.outcome}, ${verdict.reason})`];
}

function outcome(state: LoopState, iteration: IterationState): string[] {
  const { decision, n } = iteration;
  const learnt = learningOf(state, iteration);
  const learning = learnt ? [`Learning: ${learningText(learnt)}`] : [];
  if (!decision) return learning;
  if (decision.ending) return [...learning, `Decision: ${decision.action} (${decision.rule}): ${decision.reason}`];
  const remaining = state.settings.limits.maxIterations - launches(state);
  return [
    ...learning,
    ...(decision.action === 'rollback' ? [`Rolled back: ${decision.reason}`] : []),
    `Next approach: ${nextApproach(iteration)}`,
    ...(remaining > 0 ? [`Continuing to iteration ${n + 1}...`] : []),
  ];
}

/** What the next prompt suggests; without a reflection, where the next iteration starts. */
function nextApproach({ n, best, decision, reflected }: IterationState): string {
  if (reflected) return oneLine(reflected.reflection.whatToTry, 300);
  if (n === 0) return 'the first attempt of the agent';
  return decision?.action === 'rollback' ? `another attempt from iteration ${best}` : `continue from iteration ${n}`;
}
