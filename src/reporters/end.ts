import { outcomes } from '../core/outcome.ts';
import type { LoopState } from '../core/state.ts';
import { dollars, tokenCount } from './activity-line.ts';
import { duration, plural, timesOf } from './format.ts';
import { type Paint, plainPaint } from './paint.ts';

const titles: Record<string, string> = {
  completed: 'COMPLETE',
  'iteration-limit': 'LIMIT REACHED',
  'time-limit': 'LIMIT REACHED',
  budget: 'BUDGET USED UP',
  blocked: 'BLOCKED',
  escalated: 'A PERSON IS NEEDED',
  aborted: 'ABORTED',
  'agent-cannot-run': 'THE AGENT CANNOT RUN',
  'could-not-measure': 'COULD NOT MEASURE',
};

/** How it ended: what was kept and why, what it took, and the commands to look, undo or go on. */
export function endText(state: LoopState, paint: Paint = plainPaint): string {
  const { ended } = state;
  const title = ended ? (titles[ended.ending] ?? 'STOPPED') : 'PAUSED';
  const colour = ended?.ending === 'completed' ? paint.green : paint.yellow;
  const rows: [string, string][] = [
    ['why', ended ? ended.reason : pauseReason(state)],
    ...keptRow(state),
    ['took', tookText(state)],
    ...spentRow(state),
    ...commands(state),
  ];
  return ['', paint.bold(colour(title)), ...rows.map(([name, text]) => `  ${name.padEnd(7)} ${text}`)].join('\n');
}

function keptRow(state: LoopState): [string, string][] {
  const { ended, best } = state;
  if (!ended) return [];
  if (ended.ending === 'aborted') {
    return [
      ['kept', state.abort?.revert ? 'the tree from before the loop (iteration 0)' : 'the working tree as it was'],
    ];
  }
  if (best === null) return [];
  const last = state.iterations.length - 1;
  const score = state.iterations[best]?.score;
  const what = best === 0 ? 'iteration 0, the tree from before the loop' : `iteration ${best}`;
  const over =
    best === last ? '' : beats(state, best, last) ? `, better than the last (${last})` : ', no later one was better';
  return [['kept', `${what}${over}${score === null || score === undefined ? '' : `, score ${score.toFixed(2)}`}`]];
}

function pauseReason({ pausedBy }: LoopState): string {
  return pausedBy === 'request' ? 'paused as asked' : 'interrupted; the working tree is as the interruption left it';
}

function beats(state: LoopState, best: number, last: number): boolean {
  const [a, b] = [state.iterations[best]?.score ?? null, state.iterations[last]?.score ?? null];
  return a !== null && (b === null || a > b);
}

function tookText(state: LoopState): string {
  const { agentMs, checksMs, totalMs } = timesOf(state);
  const launches = state.iterations.filter((iteration) => iteration.agent).length;
  return `${duration(totalMs)}: ${plural(launches, 'agent run')} ${duration(agentMs)}, checks ${duration(checksMs)}`;
}

/** A command does not tell what it spends: no row is better than a row of nothing. */
function spentRow({ spent }: LoopState): [string, string][] {
  const least = (unknown: number) => (unknown > 0 ? 'at least ' : '');
  const parts = [
    ...(spent.unknownTokens < spent.runs ? [`${least(spent.unknownTokens)}${tokenCount(spent.tokens)}`] : []),
    ...(spent.unknownCost < spent.runs
      ? [`${least(spent.unknownCost)}${dollars(spent.costUsd, spent.estimated)}`]
      : []),
  ];
  return parts.length > 0 ? [['spent', parts.join(', ')]] : [];
}

function commands(state: LoopState): [string, string][] {
  const rows: [string, string][] = [];
  const { ended, best, id } = state;
  if (ended && best !== null && best > 0) rows.push(['look', `jumar diff ${id} 0 ${best}`]);
  if (ended && state.iterations[0]?.snapshot && ended.ending !== 'aborted')
    rows.push(['undo', `jumar rollback ${id} 0`]);
  if (ended?.ending === 'escalated')
    rows.push(['answer', `jumar gate approve ${id}  (or reject, abort; jumar alerts lists all)`]);
  if (!ended) rows.push(['go on', `jumar resume ${id}`]);
  else if (outcomes[ended.ending].resumable) rows.push(['go on', resumeCommand(state)]);
  return rows;
}

function resumeCommand(state: LoopState): string {
  const { limits } = state.settings;
  if (state.ended?.ending === 'iteration-limit')
    return `jumar resume ${state.id} --max-iterations ${limits.maxIterations * 2}`;
  if (state.ended?.ending === 'time-limit') {
    const minutes = Math.max(limits.timeoutMinutes, state.activeMs / 60_000);
    return `jumar resume ${state.id} --timeout ${Math.ceil(minutes * 2)}`;
  }
  if (state.ended?.ending === 'budget') return budgetCommand(state);
  return `jumar resume ${state.id}`;
}

function budgetCommand({ id, spent, settings }: LoopState): string {
  const { maxCostUsd, maxTokens, maxAgentMinutes } = settings.limits;
  if (maxCostUsd !== undefined && spent.costUsd >= maxCostUsd) return `jumar resume ${id} --max-cost ${maxCostUsd * 2}`;
  if (maxTokens !== undefined && spent.tokens >= maxTokens) return `jumar resume ${id} --max-tokens ${maxTokens * 2}`;
  if (maxAgentMinutes !== undefined) return `jumar resume ${id} --max-agent-minutes ${maxAgentMinutes * 2}`;
  return `jumar resume ${id}`;
}
