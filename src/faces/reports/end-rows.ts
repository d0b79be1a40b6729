import { ownAccount } from '../../core/agents/own-account.ts';
import { judgedIterations } from '../../core/analytics/trajectory.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { DeferrablePart } from '../../core/metrics/metrics.ts';
import { deferredIn } from '../../core/quality/deferred.ts';
import { isOptimising } from '../../core/selection/goal.ts';
import { whyHeldBack } from '../../core/selection/held-back.ts';
import { selectionOf } from '../../core/selection/selection.ts';
import { iterationInTree } from '../../core/state/in-tree.ts';
import { changesIn, type IterationState, type LoopState, lineTo, netChangesIn } from '../../core/state/state.ts';
import { dollars, tokenCount } from './activity-line.ts';
import { duration, plural } from './format.ts';
import type { Glyphs } from './glyphs.ts';
import { approachOf, changeText, learningsOf, noChangeText } from './learnings.ts';
import { objectiveMoved, objectiveText } from './objective.ts';
import { timeText } from './time-parts.ts';
import { wrapText } from './wrap.ts';

/** What the working tree holds and why, or would hold if the loop ended now; null before the first judgement. */
export function keptText(state: LoopState): string | null {
  const { ended, best } = state;
  if (ended?.ending === 'aborted') return leftText(state);
  if (best === null) return null;
  const score = state.iterations[best]?.score;
  const what = best === 0 ? 'iteration 0, the tree from before the loop' : `iteration ${best}`;
  const parts = [
    objectivePart(state, best),
    score == null ? '' : `, score ${score.toFixed(2)}${belowAcceptance(state, score)}`,
  ];
  return `${what}${overLast(state, best)}${parts.join('')}`;
}

function belowAcceptance({ settings }: LoopState, score: number): string {
  const { acceptance } = settings.score;
  return score < acceptance ? `, below the acceptance of ${acceptance.toFixed(2)}` : '';
}

/** An abort leaves the tree as it is, even if the iteration was held back, unless it answers a question about that. */
function leftText(state: LoopState): string {
  const n = iterationInTree(state);
  if (n === 0) return 'the tree from before the loop (iteration 0)';
  const iteration = state.iterations[n ?? -1];
  if (!iteration) return 'the working tree as it was';
  if (state.abort?.toBest) return `iteration ${iteration.n}, the best, which is back in the working tree`;
  const why = whyHeldBack(state, iteration);
  return `the working tree as iteration ${iteration.n} left it${why === null ? '' : ` (held back: ${why})`}`;
}

function objectivePart(state: LoopState, best: number): string {
  const iteration = state.iterations[best];
  const text = iteration ? objectiveText(iteration, state) : null;
  return text === null ? '' : `, objective ${text}`;
}

function overLast(state: LoopState, best: number): string {
  const selection = selectionOf(state);
  if (!selection || selection.final === best) return '';
  const { final, difference, percent } = selection;
  const last = state.iterations[final];
  if (last && difference !== null && difference < 0 && !isOptimising(state)) {
    const why = whyHeldBack(state, last) === null ? 'does not meet the criteria' : 'was held back';
    return `; the last (${final}) scored ${scoredText(-difference)} but ${why}`;
  }
  if (difference === null || difference <= 0 || isOptimising(state)) return ', no later iteration was better';
  return `, better than the last (${final}) by ${difference.toFixed(2)}${percent === null ? '' : `, ${percent.toFixed(1)} %`}`;
}

function scoredText(more: number): string {
  const text = more.toFixed(2);
  return text === '0.00' ? 'as much' : `${text} more`;
}

/** Changes of the kept iteration since the baseline: objective, coverage, files. The headline has tests and quality. */
export function achievedRows(state: LoopState, arrow: string): [string, string][] {
  const [first, best] = [state.iterations[0], state.iterations[state.best ?? -1]];
  if (!first || !best || best.n === 0 || state.ended?.ending === 'aborted') return [];
  const parts = [objectiveMoved(state, best, arrow), coverageMoved(first, best, arrow)].filter((part) => part !== null);
  return [
    ...(parts.length > 0 ? [['gained', parts.join(', ')] as [string, string]] : []),
    ['changed', changedText(state, best)],
    ...deferredRow(state, first, best, arrow),
  ];
}

/** What was measured at both ends only, and what that costs; what is unknown at the end says so. */
function deferredRow(state: LoopState, first: IterationState, best: IterationState, arrow: string): [string, string][] {
  const words = deferredIn(state).map((part) => {
    const [before, after] = [partText(first, part), partText(best, part)];
    const seconds = duration(first.metrics?.costMs?.[part] ?? 0);
    return `${part === 'build' ? 'build' : `${part} errors`} ${before} ${arrow} ${after} (${seconds})`;
  });
  return words.length > 0 ? [['also', `${words.join(', ')}; too slow for every iteration`]] : [];
}

function partText({ metrics }: IterationState, part: DeferrablePart): string {
  if (part === 'build') return metrics?.build?.status ?? 'unknown';
  return String(metrics?.[part]?.errors ?? 'unknown');
}

/** The net change since the baseline. Logs from before it was recorded only have the sum of all steps. */
function changedText(state: LoopState, best: IterationState): string {
  const net = netChangesIn(best);
  if (net) return changesText(net);
  const sum = changesUpTo(state, best.n);
  const over = sum.steps > 1 ? ` over ${plural(sum.steps, 'iteration')}` : '';
  return `${changesText(sum)}${over}${sum.unknown ? ', plus unrecorded changes by hand' : ''}`;
}

function changesText({ files, insertions, deletions }: { files: number; insertions: number; deletions: number }) {
  return `${plural(files, 'file')}, +${insertions}, -${deletions}`;
}

function coverageMoved(first: IterationState, best: IterationState, arrow: string): string | null {
  const [before, after] = [first.metrics?.coverage, best.metrics?.coverage];
  if (!before || !after || before.tool !== after.tool || before.lines.percentage === after.lines.percentage)
    return null;
  return `coverage ${before.lines.percentage.toFixed(1)} ${arrow} ${after.lines.percentage.toFixed(1)} %`;
}

/** Sums the changes of the iterations that led to this one. Lines changed twice count twice, so the number of steps is shown. */
function changesUpTo(state: LoopState, n: number) {
  const paths = new Set<string>();
  const sum = { files: 0, insertions: 0, deletions: 0, steps: 0, unknown: false };
  for (const iteration of lineTo(state, n)) {
    const changes = changesIn(iteration);
    if (iteration.changesUnknown) sum.unknown = true;
    for (const path of changes?.paths ?? []) paths.add(path);
    sum.files = Math.max(sum.files, changes?.files ?? 0);
    sum.steps += changes && changes.files > 0 ? 1 : 0;
    sum.insertions += changes?.insertions ?? 0;
    sum.deletions += changes?.deletions ?? 0;
  }
  return { ...sum, files: Math.max(sum.files, paths.size) };
}

export function tookText(state: LoopState): string {
  const { runs, questions } = state.spent;
  const cost = costText(state);
  const questionCount = questions > 0 ? ` and ${plural(questions, 'question')}` : '';
  const agents = `${plural(runs - questions, 'agent run')}${questionCount}`;
  return `${duration(state.activeMs)}: ${timeText(state.time, agents)}; ${cost === 'none' ? 'no cost' : `cost ${cost}`}`;
}

/** What the agents spent; marked as a lower bound if some runs did not report it. */
export function costText({ spent }: LoopState): string {
  const isKnown = spent.unknownCost + spent.unknownTokens === 0;
  if (isKnown && spent.costUsd + spent.tokens === 0) return 'none';
  const least = (unknown: number) => (unknown > 0 ? 'at least ' : '');
  /** "At least 0" is not worth showing. */
  const isWorthShowing = (unknown: number, sum: number) => unknown < spent.runs && (unknown === 0 || sum > 0);
  const parts = [
    ...(isWorthShowing(spent.unknownCost, spent.costUsd)
      ? [`${least(spent.unknownCost)}${dollars(spent.costUsd, spent.estimated)}`]
      : []),
    ...(isWorthShowing(spent.unknownTokens, spent.tokens)
      ? [`${least(spent.unknownTokens)}${tokenCount(spent.tokens)}`]
      : []),
  ];
  return parts.join(', ') || 'unknown';
}

const SHOWN = 8;

/** What the loop learnt: what failed, why, and what to try next; only the latest of many. */
export function learnedLines(state: LoopState, columns: number): string[] {
  const all = learningsOf(state);
  const lines = all.slice(-LEARNED).flatMap(({ iterations, what, why, next }) => {
    const parts = [
      ['what', what],
      ['why', why],
      ['next', next],
    ] as const;
    const rows = parts.flatMap(([name, text]) => (text === null ? [] : labelled(name, text, columns - LABEL)));
    const numbers = iterations.map((n) => `#${n}`).join(', ');
    return numbers.length < LABEL - LABEL_NAME
      ? rows.map((row, at) => `${(at === 0 ? numbers : '').padEnd(LABEL - LABEL_NAME)}${row}`)
      : [numbers, ...rows.map((row) => `${' '.repeat(LABEL - LABEL_NAME)}${row}`)];
  });
  return all.length > LEARNED ? [`${all.length - LEARNED} earlier learnings, then`, ...lines] : lines;
}

const LEARNED = 5;
const LABEL = 10;
const LABEL_NAME = 6;

function labelled(name: string, text: string, columns: number): string[] {
  return wrapText(text, columns).map((line, at) => `${(at === 0 ? name : '').padEnd(LABEL_NAME)}${line}`);
}

/** What was tried last: the approach, the changes and the words of the agent. */
export function lastAttemptLines(state: LoopState, columns: number): string[] {
  const last = judgedIterations(state).findLast(({ n }) => n > 0);
  if (!last) return [];
  return [`#${last.n} ${approachOf(state, last)}`, `${changeText(last)}${sizeText(last)}`].flatMap((line, at) =>
    wrapText(line, columns - 3).map((part, row) => (at + row === 0 ? part : `   ${part}`)),
  );
}

function sizeText(iteration: IterationState): string {
  const changes = changesIn(iteration);
  return changes && changes.files > 0 ? ` (+${changes.insertions}, -${changes.deletions})` : '';
}

/** One line per iteration: its changes and its outcome; only the last few of many. */
export function triedLines(state: LoopState, glyphs: Glyphs): string[] {
  const attempts = judgedIterations(state).filter(({ n }) => n > 0);
  const lines = attempts.slice(-SHOWN).map((iteration) => {
    const files = changesIn(iteration)?.paths ?? [];
    const what = iteration.changesUnknown
      ? 'made unrecorded changes'
      : files.length === 0
        ? `${noChangeText(iteration)}${accountOf(iteration)}`
        : `changed ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` ${glyphs.ellipsis}` : ''}`;
    return `#${iteration.n} ${what}${iteration.byHand ? ' by hand' : ''}: ${outcomeOf(state, iteration)}`;
  });
  return attempts.length > SHOWN ? [`${attempts.length - SHOWN} earlier iterations, then`, ...lines] : lines;
}

/** An agent that changed nothing may say what it tried. */
function accountOf({ agent }: ReturnType<typeof judgedIterations>[number]): string {
  const account = ownAccount(agent);
  return account === null ? '' : ` (${account})`;
}

function outcomeOf(state: LoopState, { decision, verdicts }: ReturnType<typeof judgedIterations>[number]): string {
  if (decision.action === 'rollback') return `rolled back, ${decision.reason}`;
  const failing = (verdicts ?? [])
    .filter(({ outcome }) => outcome !== 'pass')
    .map((verdict) => failure(state, verdict));
  if (failing.length > 0) return failing.join('; ');
  return decision.action === 'complete' ? 'the criteria hold' : decision.reason;
}

/** A hidden check has no detailed reason, so its name is shown. */
function failure({ criteria }: LoopState, { criterion, reason }: Verdict): string {
  const match = criteria.find(({ id }) => id === criterion);
  return match?.kind === 'hidden' ? `${match.text} ${reason}` : reason;
}
