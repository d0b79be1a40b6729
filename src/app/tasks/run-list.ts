import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { adapters } from '../../agents/index.ts';
import { loopId } from '../../core/loop-id.ts';
import type { ListChoices, ListEvent } from '../../core/tasks/events.ts';
import { nextSteps } from '../../core/tasks/next-steps.ts';
import { listProblems } from '../../core/tasks/ready.ts';
import type { ListState } from '../../core/tasks/state.ts';
import type { Task } from '../../core/tasks/task.ts';
import { suggest } from '../../core/text/nearest.ts';
import { findList, readLists } from '../../store/list-store.ts';
import { git } from '../../system/git.ts';
import { UsageError } from '../../system/usage-error.ts';
import { version } from '../../system/version.ts';
import { freeBranch } from '../../workspace/free-branch.ts';
import { uncommittedPaths, uncommittedText } from '../../workspace/worktree.ts';
import { commandForWorktree } from '../agent-script.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { AppContext } from '../context.ts';
import { deleteWorktree, type WorktreeHome, worktreeHome } from '../in-worktree.ts';
import { bringMovedState } from '../project-here.ts';
import type { ListHost } from './list-run.ts';
import { withListSession } from './list-session.ts';
import { ownChecks } from './own-checks.ts';
import { performSteps } from './perform-steps.ts';
import { worktreePrefix } from './run-task.ts';

export interface ListRequest {
  tasks: readonly Task[];
  /** The file that they come from. */
  source: string | null;
  /** What the list is called after. */
  name: string;
  choices: ListChoices;
  /** False: tasks are held to their own checks alone. */
  ownChecks?: boolean;
  /** Although an unfinished list of the same file exists. */
  isNew?: boolean;
}

/** Called with the list and the project once it is certain that it will run. */
export type OpenHost = (list: string) => Promise<ListHost>;

/** Starts a list and runs it until it ends or pauses. Refuses a list that could not be run as a whole before it writes anything. */
export async function startList(context: AppContext, request: ListRequest, openHost: OpenHost): Promise<ListState> {
  await refuseBeneathAgent(context, 'tasks run');
  refuseProblems(request.tasks);
  refuseUnknownAgents(request.choices);
  const place = await worktreeHome(context);
  const { root, cwd } = place.here;
  await bringMovedState(context, place.home, root);
  if (request.source !== null && !request.isNew) await refuseUnfinished(place, request.source);
  const base = await headOf(root);
  const agentCommand = await commandForWorktree(context, request.choices.agentCommand);
  await noteUncommitted(context, root, base);
  const choices = { ...request.choices, agentCommand };
  const list = loopId(request.name, randomBytes(4).toString('hex'));
  const created: ListEvent = {
    type: 'list-created',
    list,
    source: request.source,
    workspace: { root, cwd },
    base,
    branch: await freeBranch(root, list),
    tasks: [...request.tasks],
    own: request.ownChecks === false ? [] : await ownChecks(context, place.here),
    choices,
    version: version(),
  };
  return runList(context, place, list, await openHost(list), (state) => {
    if (state !== null) throw new UsageError(`${list} exists already`);
    return [created, { type: 'list-session-started', pid: process.pid, resumed: false, choices }];
  });
}

/** Tasks work in worktrees: what is not committed is in none of them. */
async function noteUncommitted({ note }: AppContext, root: string, base: string): Promise<void> {
  const paths = await uncommittedPaths(root);
  if (paths.length > 0)
    note?.(`tasks start from the last commit, ${base.slice(0, 12)}; not in it: ${uncommittedText(paths)}`);
}

/** Continues a list that was paused, interrupted or killed, or that has something to do again. */
export async function resumeList(
  context: AppContext,
  { list, choices }: { list: string | undefined; choices: Partial<ListChoices> },
  openHost: OpenHost,
): Promise<ListState> {
  await refuseBeneathAgent(context, 'tasks resume');
  const place = await worktreeHome(context);
  const { state: found } = await findList(place.project, list);
  const agentCommand = await commandForWorktree(context, choices.agentCommand);
  const chosen = chosenNow({ ...choices, ...(agentCommand != null && { agentCommand }) });
  noteOwnAgents(context, found, chosen);
  const open = (state: ListState | null): ListEvent[] => {
    if (state === null) throw new UsageError(`${found.id} has no records`);
    const now = { ...state.choices, ...chosen };
    refuseEnded({ ...state, choices: now });
    return [{ type: 'list-session-started', pid: process.pid, resumed: true, choices: now }];
  };
  return runList(context, place, found.id, await openHost(found.id), open, chosen);
}

/** A command of the user's own takes the place of the agents that were chosen before, as for a single loop. */
function chosenNow(choices: Partial<ListChoices>): Partial<ListChoices> {
  return choices.agentCommand != null && choices.agents === undefined ? { ...choices, agents: null } : choices;
}

/** A task or a bake-off that names its agents is done by these alone. */
function noteOwnAgents({ note }: AppContext, { tasks }: ListState, { agents, agentCommand }: Partial<ListChoices>) {
  if (agents == null && agentCommand == null) return;
  const flag = agents == null ? '--agent-command' : '--agent';
  for (const { task, status, bakeOff } of tasks) {
    const own = bakeOff ? bakeOff.entries.flatMap((entry) => entry.agents ?? []) : task.agents;
    const isOver = ['integrated', 'verified', 'skipped', 'ticked', 'failed'].includes(status);
    if (isOver || own.length === 0 || (agents == null && own.includes('command'))) continue;
    note?.(`${flag} does not count for ${task.id}, which has agents of its own: ${[...new Set(own)].join(', ')}`);
  }
}

function refuseEnded(state: ListState): void {
  const [first] = nextSteps(state, new Set());
  if (first?.type !== 'end' || state.ended?.ending !== first.ending) return;
  const { ended } = state;
  const hint =
    first.ending === 'budget'
      ? `jumar tasks resume ${state.id} --max-cost ${(state.choices.maxCostUsd ?? 1) * 2}`
      : first.ending === 'completed'
        ? `jumar tasks apply ${state.id}`
        : `jumar tasks retry <task>; jumar tasks status ${state.id} shows why each failed`;
  throw new UsageError(`${state.id} has ended: ${ended.reason}`, hint);
}

async function runList(
  context: AppContext,
  place: WorktreeHome,
  list: string,
  host: ListHost,
  open: (state: ListState | null) => ListEvent[],
  chosen: Partial<ListChoices> = {},
): Promise<ListState> {
  const session = { project: place.project, list, purpose: `list ${list}` };
  return withListSession(session, host.observe, open, async (opened) => {
    await removeLeftovers(place, opened.state);
    return performSteps(context, place, opened, host, chosen);
  });
}

/** Worktrees that a killed process made or meant to remove: all of this list that no unfinished task needs. */
async function removeLeftovers(place: WorktreeHome, { id, tasks }: ListState): Promise<void> {
  const needed = tasks.flatMap(({ status, work, integration, bakeOff }) => [
    ...(bakeOff && bakeOff.decided?.winner == null ? bakeOff.entries.map(({ worktree }) => worktree) : []),
    ...(status === 'integrated' || work === null ? [] : [work.worktree]),
    ...(status === 'integrating' || status === 'verified' ? [integration?.worktree] : []),
  ]);
  const names = await readdir(place.folder);
  const own = names.filter((name) => name.startsWith(worktreePrefix(id))).map((name) => join(place.folder, name));
  for (const path of own) if (!needed.includes(path)) await deleteWorktree(place, path);
}

/** Starting the same list again would do the same work twice. */
async function refuseUnfinished({ project }: WorktreeHome, source: string): Promise<void> {
  const open = (await readLists(project)).findLast(
    ({ state }) => state.source === source && state.ended?.ending !== 'completed',
  );
  if (!open) return;
  throw new UsageError(
    `${open.state.id} was made from this file and is not finished`,
    `jumar tasks resume ${open.state.id}; or start over with --new`,
  );
}

function refuseProblems(tasks: readonly Task[]): void {
  if (tasks.length === 0) throw new UsageError('the list has no tasks', 'jumar tasks --help shows the formats');
  const [first, ...more] = listProblems(tasks);
  if (!first) return;
  const also = more.length > 0 ? `; ${more.map(({ message }) => message).join('; ')}` : '';
  throw new UsageError(`${first.message}${also}`, first.hint);
}

function refuseUnknownAgents({ bakeOff, agents }: ListChoices): void {
  const known = adapters.map(({ name }) => name);
  const unknown = [...bakeOff, ...(agents ?? [])].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const meant = suggest(unknown, known);
    throw new UsageError(
      `there is no agent called ${unknown}`,
      meant ? `did you mean ${meant}?` : `there are ${known.join(', ')}`,
    );
  }
  if (new Set(bakeOff).size < bakeOff.length)
    throw new UsageError('an agent is named twice in --bake-off', 'for several changes by one agent: --samples 3');
}

async function headOf(root: string): Promise<string> {
  const args = ['rev-parse', '--verify', 'HEAD^{commit}'];
  const { code, stdout } = await git(args, { cwd: root, accept: [0, 128] });
  if (code !== 0) throw new UsageError(`${root} has no commit yet, and tasks start from one`, 'commit once');
  return stdout.toString().trim();
}
