import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loadSettings } from '../../config/load.ts';
import type { Criterion } from '../../core/criteria/criterion.ts';
import { parseCriteria } from '../../core/criteria/parse.ts';
import { listIn, planPrompt } from '../../core/tasks/plan-text.ts';
import { listProblems } from '../../core/tasks/ready.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { OnActivity } from '../../ports/activity.ts';
import { detectProject } from '../../project/detect.ts';
import { JumarError } from '../../system/errors.ts';
import { UsageError } from '../../system/usage-error.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { withAgents } from '../agents.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import { type AgentChoices, layerOf } from '../choices.ts';
import type { AppContext } from '../context.ts';
import { deleteWorktree, insideWorktree, makeWorktree, type WorktreeHome, worktreeHome } from '../in-worktree.ts';
import { shareAgents } from './agent-turns.ts';
import { askAgent } from './ask-agent.ts';
import { readTasks } from './formats/index.ts';
import { judgeNow } from './judge-now.ts';

export interface PlanRequest extends AgentChoices {
  goal: string;
  /** How often the agent is asked to correct its list. */
  attempts: number;
  setup?: string | undefined;
  timeoutMinutes?: number | undefined;
}

export interface PlannedTask {
  task: Task;
  checks: { text: string; outcome: 'pass' | 'fail' | 'unmeasured'; reason: string }[];
  /** Why the task cannot be part of a list as it is; null if it can. */
  problem: string | null;
}

export interface ListPlan {
  /** The list as the agent wrote it; null if it wrote none. */
  text: string | null;
  tasks: PlannedTask[];
  /** What is wrong with the list as a whole. */
  problems: string[];
  costUsd: number | null;
}

/**
 * Asks an agent for a list, and has the judge say which of its checks fail now: a task whose checks all hold shows nothing. The agent
 * works in a worktree that is thrown away. Starts no task and writes nothing.
 */
export async function planList(
  context: AppContext,
  request: PlanRequest,
  { signal, onActivity }: { signal: AbortSignal; onActivity: OnActivity },
): Promise<ListPlan> {
  await refuseBeneathAgent(context, 'tasks plan');
  const place = await worktreeHome(context);
  const layer = layerOf({ ...request, source: 'the command line' });
  const settings = withAgents(context, (await loadSettings(context.env, place.here, layer)).settings);
  const project = await detectProject(place.here.root, place.here.cwd);
  const commands = project.test ? [project.test.command] : [];
  let plan: ListPlan = { text: null, tasks: [], problems: [], costUsd: 0 };
  for (let attempt = 1; attempt <= request.attempts; attempt++) {
    const prompt = planPrompt(request.goal, commands, plan.text, problemsOf(plan));
    const run = await inScratchWorktree(context, place, request, (inside) =>
      askAgent(context, place, { prompt, ...inside, settings, onActivity }, signal),
    );
    signal.throwIfAborted();
    if (run.outcome !== 'ok')
      throw new UsageError(`${run.agent} could not plan: ${run.reason}`, 'name another: --agent');
    const costUsd = plan.costUsd === null || run.costUsd === null ? null : plan.costUsd + run.costUsd;
    plan = { ...(await checkedPlan(context, place, listIn(run.excerpt), request, signal)), costUsd };
    if (problemsOf(plan).length === 0) break;
  }
  return plan;
}

export function problemsOf({ problems, tasks }: Pick<ListPlan, 'problems' | 'tasks'>): string[] {
  return [...problems, ...tasks.flatMap(({ task, problem }) => (problem === null ? [] : [`${task.id}: ${problem}`]))];
}

async function inScratchWorktree<T>(
  context: AppContext,
  place: WorktreeHome,
  { setup }: PlanRequest,
  work: (inside: { root: string; cwd: string; id: string }) => Promise<T>,
): Promise<T> {
  const id = `plan-${randomBytes(4).toString('hex')}`;
  const path = join(place.folder, id);
  try {
    await makeWorktree(context, place, path, { setup });
    const { root, cwd } = await locateWorkspace(insideWorktree(context, place.here, path).cwd);
    return await work({ root, cwd, id });
  } finally {
    await deleteWorktree(place, path);
  }
}

async function checkedPlan(
  context: AppContext,
  place: WorktreeHome,
  text: string | null,
  { setup, agentCommand, agents }: PlanRequest,
  signal: AbortSignal,
): Promise<Omit<ListPlan, 'costUsd'>> {
  if (text === null) return { text, tasks: [], problems: ['the answer has no list of tasks'] };
  const read = readList(text);
  if (typeof read === 'string') return { text, tasks: [], problems: [read] };
  const project = await detectProject(place.here.root, place.here.cwd);
  const parsed = read.map((task) => ({ task, ...parseCriteria(task.until, project) }));
  const criteria = [...new Map(parsed.flatMap((one) => one.criteria).map((one) => [one.text, one])).values()];
  const runner = {
    ...{ context, place, signal, live: new Map<string, number>(), shared: shareAgents({}, Date.now) },
    host: { signal, observe: () => {}, watchLoop: () => ({ observe: () => {} }) },
    onSpent: () => {},
  };
  const request = {
    ...{ source: 'the plan', agents, agentCommand, setup, until: [], criteria },
    settings: { 'evidence.testFirst': 'off', 'goal.mode': 'satisfy' },
    readTask: async () => 'Check the project before a plan',
  };
  const worktree = join(place.folder, `plan-${randomBytes(4).toString('hex')}`);
  const judged = criteria.length === 0 ? [] : await judgeNow(runner, { worktree, commit: 'HEAD', request });
  signal.throwIfAborted();
  const tasks = parsed.map((one): PlannedTask => {
    const checks = one.criteria.map((criterion) => checkNow(criterion, judged ?? []));
    return { task: one.task, checks, problem: problemWith(one, checks) };
  });
  return { text, tasks, problems: listProblems(read).map(({ message }) => message) };
}

function checkNow({ text }: Criterion, judged: NonNullable<Awaited<ReturnType<typeof judgeNow>>>) {
  const found = judged.find(({ check }) => check.text === text);
  return { text, outcome: found?.verdict?.outcome ?? ('unmeasured' as const), reason: found?.why ?? 'it was not run' };
}

function problemWith(
  { task, refusals }: { task: Task } & Pick<ReturnType<typeof parseCriteria>, 'refusals'>,
  checks: PlannedTask['checks'],
): string | null {
  const [refusal] = refusals;
  if (task.isTicked) return null;
  if (refusal) return `'${refusal.text}' cannot be a check: ${refusal.reason}`;
  if (checks.length === 0) return 'it has no check: add a line "until:" with a command that fails now';
  if (checks.every(({ outcome }) => outcome === 'pass')) return 'all of its checks hold already, so they show nothing';
  return null;
}

function readList(text: string): Task[] | string {
  try {
    return readTasks(text, 'the plan');
  } catch (error) {
    if (error instanceof JumarError) return error.message;
    throw error;
  }
}
