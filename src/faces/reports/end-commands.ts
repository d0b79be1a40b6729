import { isHeld, openQuestion } from '../../core/gates/open-question.ts';
import { outcomes } from '../../core/state/outcome.ts';
import type { Settings } from '../../core/state/settings.ts';
import type { LoopState } from '../../core/state/state.ts';

/** The exact commands that a person may want next: look, apply, undo, answer, resume. */
export function endCommands(state: LoopState): [name: string, command: string][] {
  const rows: [string, string][] = [];
  const { ended, best, id } = state;
  const worth = best !== null && best > 0 && ended?.ending !== 'aborted';
  const hasKeptIteration = ended !== null && worth;
  if (worth && !isAlive(state)) rows.push(['look', `jumar diff ${id} 0 ${best}`]);
  const { root, worktreeOf } = state.workspace;
  if (hasKeptIteration && hasCommit(state)) rows.push(['apply', `jumar apply ${id} ${best} --branch`]);
  if (ended?.ending === 'not-shown') rows.push(['add', addCheckCommand(state)]);
  if (ended && worktreeOf !== undefined) rows.push(['cleanup', `git worktree remove --force ${root}`]);
  else if (!isAlive(state) && state.iterations[0]?.snapshot && !isReverted(state))
    rows.push(['undo', `jumar rollback ${id} 0`]);
  const question = ended ? openQuestion(state) : null;
  const asks = question !== null && (state.gate !== null || isHeld(question.iteration));
  if (asks) rows.push(...gateCommands(state, question.iteration.n));
  if (asks && !state.gate) rows.push(['finish', `jumar resume ${id}   # once it is approved`]);
  if (isAlive(state)) rows.push(['watch', `jumar attach ${id}`], ['pause', `jumar pause ${id}`]);
  else if (!ended) rows.push(['resume', `jumar resume ${id}`]);
  if (!ended) rows.push(['abort', `jumar abort ${id}`]);
  else if (outcomes[ended.ending].resumable) rows.push(['resume', resumeCommand(state)], ...otherCommands(state, asks));
  return rows;
}

function isAlive({ status }: LoopState): boolean {
  return status === 'running' || status === 'completing';
}

function isReverted({ ended, abort }: LoopState): boolean {
  return ended?.ending === 'aborted' && abort?.revert === true;
}

/** Whether the user's repository has a commit to build on. */
function hasCommit({ iterations }: LoopState): boolean {
  return iterations.findLast(({ snapshot }) => snapshot)?.snapshot?.head?.commit != null;
}

/** What makes a next loop show more. */
function addCheckCommand({ task }: LoopState): string {
  const [line = ''] = task.split('\n');
  return `jumar ${JSON.stringify(line)} --until "…"   # a check that fails until the task is done`;
}

/** Commands to see the change in question, unless it is the best iteration, and to answer. */
function gateCommands({ id, iterations, best }: LoopState, n: number): [string, string][] {
  const parent = iterations[n]?.parent ?? 0;
  const change: [string, string][] = n === 0 || n === best ? [] : [['change', `jumar diff ${id} ${parent} ${n}`]];
  return [...change, ['answer', `jumar gate approve ${id} --reason "…"   # or reject, abort; jumar alerts lists all`]];
}

function resumeCommand(state: LoopState): string {
  const limit = limitCommand(state);
  if (limit) return limit;
  if (state.ended?.ending === 'escalated' && state.gate) return `jumar resume ${state.id}   # once it is answered`;
  if (state.ended?.ending === 'agent-cannot-run')
    return `jumar resume ${state.id}   # or with another: --agent <name>; jumar doctor lists them`;
  return `jumar resume ${state.id}`;
}

/** Resumes with a higher limit; null if no limit ended the loop. */
export function limitCommand(state: LoopState): string | null {
  const raised = raisedLimit(state);
  if (raised) return `jumar resume ${state.id} ${raised.flag} ${raised.value}`;
  return state.ended?.ending === 'budget' ? `jumar resume ${state.id}` : null;
}

interface RaisedLimit {
  flag: string;
  key: keyof Settings['limits'];
  value: number;
}

/** Twice the limit that ended the loop; null if none did, or none that is still spent. */
function raisedLimit({ settings: { limits }, ended, activeMs, spent }: LoopState): RaisedLimit | null {
  const twice = (flag: string, key: RaisedLimit['key'], limit: number) => ({ flag, key, value: limit * 2 });
  if (ended?.ending === 'iteration-limit') return twice('--max-iterations', 'maxIterations', limits.maxIterations);
  if (ended?.ending === 'time-limit') {
    const minutes = Math.max(limits.timeoutMinutes, activeMs / 60_000);
    return { flag: '--timeout', key: 'timeoutMinutes', value: Math.ceil(minutes * 2) };
  }
  if (ended?.ending !== 'budget') return null;
  const { maxCostUsd, maxTokens, maxAgentMinutes } = limits;
  if (maxCostUsd !== undefined && spent.costUsd >= maxCostUsd) return twice('--max-cost', 'maxCostUsd', maxCostUsd);
  if (maxTokens !== undefined && spent.tokens >= maxTokens) return twice('--max-tokens', 'maxTokens', maxTokens);
  return maxAgentMinutes === undefined ? null : twice('--max-agent-minutes', 'maxAgentMinutes', maxAgentMinutes);
}

/**
 * A loop that a limit ended goes on by a raised setting, too, or is ended for good, with everything as it was before. The setting is
 * the project's: a worktree of the loop's own has another file.
 */
function otherCommands(state: LoopState, asks: boolean): [string, string][] {
  if (limitCommand(state) === null) return [];
  const raised = asks || state.workspace.worktreeOf !== undefined ? null : raisedLimit(state);
  const settings: [string, string][] = raised
    ? [['or', `jumar config set limits.${raised.key} ${raised.value} && jumar resume ${state.id}`]]
    : [];
  return [...settings, ['abort', `jumar abort ${state.id} --revert`]];
}
