import { isHeld, openQuestion } from '../../core/gates/open-question.ts';
import { outcomes } from '../../core/state/outcome.ts';
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
  const { limits } = state.settings;
  if (state.ended?.ending === 'iteration-limit')
    return `jumar resume ${state.id} --max-iterations ${limits.maxIterations * 2}`;
  if (state.ended?.ending === 'time-limit') {
    const minutes = Math.max(limits.timeoutMinutes, state.activeMs / 60_000);
    return `jumar resume ${state.id} --timeout ${Math.ceil(minutes * 2)}`;
  }
  return state.ended?.ending === 'budget' ? budgetCommand(state) : null;
}

function budgetCommand({ id, spent, settings }: LoopState): string {
  const { maxCostUsd, maxTokens, maxAgentMinutes } = settings.limits;
  if (maxCostUsd !== undefined && spent.costUsd >= maxCostUsd) return `jumar resume ${id} --max-cost ${maxCostUsd * 2}`;
  if (maxTokens !== undefined && spent.tokens >= maxTokens) return `jumar resume ${id} --max-tokens ${maxTokens * 2}`;
  if (maxAgentMinutes !== undefined) return `jumar resume ${id} --max-agent-minutes ${maxAgentMinutes * 2}`;
  return `jumar resume ${id}`;
}

/** A loop that a limit ended goes on by a raised setting, too, or is ended for good, with everything as it was before. */
function otherCommands(state: LoopState, asks: boolean): [string, string][] {
  const command = limitCommand(state);
  if (command === null) return [];
  const plain = `jumar resume ${state.id}`;
  const settings = asks || command === plain ? [] : [['or', `${plain}   # once jumar config set has raised the limit`]];
  return [...(settings as [string, string][]), ['abort', `jumar abort ${state.id} --revert`]];
}
