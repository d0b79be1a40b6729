import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Activity, OnActivity } from '../agents/activity.ts';
import { createAgents } from '../agents/roster.ts';
import { type Analyst, openAnalyst } from '../analyst/client.ts';
import type { LoopEvent } from '../core/events.ts';
import { evolve } from '../core/evolve.ts';
import type { LoopState } from '../core/state.ts';
import { createChecker } from '../criteria/checker.ts';
import { openDurations } from '../criteria/durations.ts';
import { checkEnvironment } from '../criteria/environment.ts';
import { codeMeter } from '../measure/code.ts';
import { createMeter } from '../measure/meter.ts';
import { endpointModel } from '../models/index.ts';
import { signed } from '../people/account.ts';
import { type Asking, createGatekeeper } from '../people/gatekeeper.ts';
import { createNotifier } from '../people/notifier.ts';
import { endStrays } from '../process/strays.ts';
import { supervise } from '../process/supervise.ts';
import { rememberTree } from '../results/remember-tree.ts';
import { openLogForAppend } from '../store/append-log.ts';
import { takeControl } from '../store/control.ts';
import { iterationFiles } from '../store/iteration-files.ts';
import { type LoopPaths, loopPaths, type Project } from '../store/layout.ts';
import { acquireLock } from '../store/lock.ts';
import { forgetChanged } from '../store/sanctioned.ts';
import { keepSummary, markLog } from '../store/summary.ts';
import { pathRules } from '../verify/path-rules.ts';
import { protectedGlobs } from '../verify/protected-globs.ts';
import { createSafeguards } from '../verify/safeguards.ts';
import { openWorkspace } from '../workspace/index.ts';
import { changedSettings } from './changed-settings.ts';
import { wallClock } from './clock.ts';
import { createCommands } from './commands.ts';
import { createGuardian } from './guardian.ts';
import { openKeptHistory } from './kept-history.ts';
import { lessonMemory } from './memory.ts';
import type { Ports } from './ports.ts';
import { redactedActivity, redactedPorts } from './redacted.ts';
import { type Observer, runLoop } from './run-loop.ts';
import { withSanctioned } from './sanctioned-files.ts';

export interface SessionOptions {
  project: Project;
  loop: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  observe: Observer;
  /** What the agent is doing now: told as it happens, never recorded. */
  onActivity?(activity: Activity): void;
  /** What people should hear of beside the events: a torn log, stale locks. */
  note?(text: string): void;
  /** Where a person can be asked; none in CI and for machines. */
  terminal?: Asking;
  /** What to record before the first step, given the state so far: the loop's creation, or new limits. */
  open(state: LoopState | null): LoopEvent[];
}

/**
 * Runs one loop in this process until it ends or pauses: takes the locks, ends what a crashed predecessor left running,
 * opens the log and the workspace, and hands over to the driver. Rejects where another process has the workspace.
 */
export async function runSession(options: SessionOptions): Promise<LoopState> {
  const { project, loop, env } = options;
  const paths = loopPaths(project, loop);
  const workspaceLock = await acquireLock(project.workspaceLock, { purpose: `loop ${loop}` });
  try {
    const loopLock = await acquireLock(paths.lock, { purpose: `loop ${loop}` });
    try {
      // At once: what comes from now on is meant for this session.
      await dropStaleRequests(paths);
      await endStrays({ loop }, 2000);
      const state = await runLocked(options, paths, env, loopLock);
      await keepSummary(paths, state, await markLog(paths));
      return state;
    } finally {
      await loopLock.release();
    }
  } finally {
    await workspaceLock.release();
  }
}

async function runLocked(
  { project, loop, signal, observe, open, note, terminal, onActivity }: SessionOptions,
  paths: LoopPaths,
  env: NodeJS.ProcessEnv,
  lock: { held(): Promise<boolean> },
): Promise<LoopState> {
  let state: LoopState | null = null;
  const analyst = openAnalyst(env);
  const log = await openLogForAppend({
    path: paths.log,
    headPath: paths.head,
    loop,
    lock,
    onRecord: (record) => {
      state = evolve(state, record);
    },
  });
  try {
    for (const text of log.notes) note?.(text);
    const resumed = state !== null;
    const started: LoopEvent = { type: 'session-started', pid: process.pid, resumed };
    // What a resumed session changes comes after its start: the time in between was nobody's running time.
    const opening = resumed ? [started, ...open(state)] : [...open(state), started];
    for (const event of opening) {
      const record = await log.append(signed(event));
      state = evolve(state, record);
      await observe(record, state);
    }
    if (state === null) throw new Error(`${loop} was never created`);
    const tell = redactedActivity(onActivity ?? (() => {}), env);
    const ports = await portsOf(project, paths, log, state, env, analyst, terminal ?? null, tell);
    return await runLoop(state, redactedPorts(ports, env), signal, observe);
  } finally {
    analyst.close();
    await log.close();
  }
}

async function portsOf(
  project: Project,
  paths: LoopPaths,
  log: Ports['log'],
  state: LoopState,
  env: NodeJS.ProcessEnv,
  analyst: Analyst,
  terminal: Asking,
  onActivity: OnActivity,
): Promise<Ports> {
  const keep = pathRules(protectedGlobs(state));
  const history = openKeptHistory(project, state.id);
  await history.mendAfterKill();
  const opened = await openWorkspace({ shadow: project.shadow, root: project.root, loop: state.id, keep });
  await opened.clearLocks();
  await forgetChanged(project.folder, project.root);
  const workspace = withSanctioned(opened, project.root, project.folder);
  const safeguards = createSafeguards(workspace, project.root, project.folder);
  await safeguards.putBack();
  return {
    log: { append: (event) => log.append(signed(event)) },
    workspace: history.workspace(workspace),
    agent: history.agent(
      createAgents({
        supervise,
        env,
        root: project.root,
        stateHome: homeOf(project),
        onActivity,
        repair: {
          env: checkEnvironment(env, project.root, state.workspace.cwd),
          root: state.workspace.root,
          criteria: state.criteria,
          protect: state.protect,
          memory: join(paths.folder, 'repair'),
          budgetSeconds: state.settings.repair.budgetSeconds,
        },
      }),
    ),
    checker: createChecker({ supervise, env, loop: state.id, durations: openDurations(project.folder) }),
    meter: createMeter({
      supervise,
      env: checkEnvironment(env, project.root, state.workspace.cwd),
      loop: state.id,
      now: Date.now,
      code: codeMeter(project, analyst, workspace),
    }),
    notifier: createNotifier(env, project.root),
    gatekeeper: createGatekeeper(terminal),
    changedSettings,
    guardian: createGuardian(project.shadow, analyst),
    safeguards,
    commands: createCommands({
      supervise,
      env: checkEnvironment(env, project.root, state.workspace.cwd),
      loop: state.id,
    }),
    control: { take: () => takeControl(paths.control) },
    files: iterationFiles(paths),
    memory: lessonMemory(project, state.settings.memory.lessons, Date.now),
    model: endpointModel(state.settings.model, env, state.settings.agent.prices) ?? undefined,
    ...wallClock(onActivity),
    remember: (tree) => rememberTree(project, { cwd: state.workspace.cwd, env, paths: workspace.paths }, tree),
    runId: () => randomBytes(8).toString('hex'),
  };
}

/** The state folder, in which every project has one of its own. */
function homeOf({ folder }: Project): string {
  return dirname(dirname(folder));
}

/** A request that nobody took was meant for a session that is gone. */
async function dropStaleRequests(paths: LoopPaths): Promise<void> {
  while ((await takeControl(paths.control)) !== null);
}
