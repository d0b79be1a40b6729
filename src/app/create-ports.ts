import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createAgents } from '../agents/roster.ts';
import { type Analyst, openAnalyst } from '../analyst/client.ts';
import { codeMeter } from '../analyst/code-meter.ts';
import { createGuardian } from '../analyst/guardian.ts';
import { createTestEditor } from '../analyst/test-editor.ts';
import { createChecker } from '../checks/criteria/checker.ts';
import { openDurations } from '../checks/criteria/durations.ts';
import { advisedChecker } from '../checks/room/advised-checker.ts';
import { intactChecker } from '../checks/room/intact-checker.ts';
import { openJudgesRoom } from '../checks/room/open-judges-room.ts';
import { hiddenSources } from '../checks/safeguards/hidden.ts';
import { protectedGlobs } from '../checks/safeguards/protected-globs.ts';
import { createSafeguards } from '../checks/safeguards/safeguards.ts';
import { hasRunAgent, type LoopState } from '../core/state/state.ts';
import { hiddenChecks } from '../core/state/verification-settings.ts';
import { passedVariables } from '../core/verification/passed-variables.ts';
import { createMeter } from '../measure/meter.ts';
import { endpointModel } from '../models/index.ts';
import { addPerson } from '../people/account.ts';
import { createGatekeeper, type QuestionChannel } from '../people/gatekeeper.ts';
import { createNotifier } from '../people/notifier.ts';
import type { OnActivity } from '../ports/activity.ts';
import type { Agent, EventLog, Ports } from '../ports/index.ts';
import { createCommands } from '../process/commands.ts';
import { supervise } from '../process/supervise.ts';
import { wallClock } from '../process/wall-clock.ts';
import { checkEnvironment } from '../project/check-environment.ts';
import { openControl } from '../store/control.ts';
import { iterationFiles } from '../store/iteration-files.ts';
import { loopPaths, type Project } from '../store/layout.ts';
import { lessonMemory } from '../store/lesson-memory.ts';
import { pathRules } from '../system/path-rules.ts';
import type { Program } from '../system/program.ts';
import { forgetChanged } from '../system/sanctioned.ts';
import { toSeen } from '../system/seen-path.ts';
import { userLaunchFiles } from '../system/user-launch-files.ts';
import { openOverlay, openWorkspace } from '../workspace/index.ts';
import { openProtectedRepository } from '../workspace/protected-repository.ts';
import { changedSettings } from './changed-settings.ts';
import { openMutator } from './mutator.ts';
import { redactedActivity, redactedPorts } from './redacted-ports.ts';
import { rememberTree } from './remember-tree.ts';
import { withSanctioned } from './sanctioned-files.ts';
import { watchChecks } from './watch-checks.ts';

export interface PortsOptions {
  /** The project of this workspace. Its root counts, even if the loop was created elsewhere. */
  project: Project;
  state: LoopState;
  log: EventLog;
  program: Program;
  /** What requests to this session carry: the loop's secret, and the token of its lock. */
  requests: { key: string; session: string };
  env: NodeJS.ProcessEnv;
  /** How to ask a person; without it, nobody is asked. */
  terminal?: QuestionChannel | undefined;
  onActivity?: OnActivity | undefined;
  /** The caller's own ports, which replace the default ones. */
  overrides?: Partial<Ports> | undefined;
}

/**
 * The ports of a loop on this machine. First cleans up after a killed process, so the caller must hold the workspace's
 * lease. The ports redact secrets in everything they store. `close` ends what runs beside the loop.
 */
export async function createPorts(options: PortsOptions): Promise<{ ports: Ports; close(): void }> {
  const { project, state, env, program, requests, terminal = null, overrides = {} } = options;
  const log = overrides.log ?? options.log;
  const paths = loopPaths(project, state.id);
  const { root } = project;
  const { cwd } = state.workspace;

  const stateHome = homeOf(project);
  const userFiles = userLaunchFiles(env);
  const history = openProtectedRepository(project, state.id, { home: stateHome, user: userFiles });
  await history.restoreAfterKill();
  const keep = pathRules(protectedGlobs(state));
  const opened = await openWorkspace({ shadow: project.shadow, root, loop: state.id, keep, stays: 'until closed' });
  await opened.clearLocks();
  await forgetChanged(project.folder, root);
  const workspace = withSanctioned(opened, root, project.folder);
  const safeguards = createSafeguards(workspace, root, { stateFolder: project.folder, loopFolder: paths.folder });
  openOverlay(root, project.folder).putBack();
  const judges = openJudgesRoom({ state, workspace, project, stateHome, env, supervise });
  const { place } = judges;
  // Checks print the room's path; people and agents know the workspace's.
  const roomName = place.root === root ? undefined : { from: place.root, to: root };
  const onActivity = redactedActivity(options.onActivity ?? (() => {}), env, roomName);
  const watch = watchChecks(onActivity);
  const passed = passedVariables(state.settings, state.criteria);
  const checkEnv = checkEnvironment(env, toSeen(place, place.root), toSeen(place, place.cwd), passed);
  const analyst = openAnalyst(env);
  const testEditor = createTestEditor(analyst, workspace);

  const agents = createAgents({
    supervise,
    env,
    root,
    secrets: { stateHome, masked: hiddenSources(hiddenChecks(state.settings.verify), root) },
    userFiles: [...userFiles.gitConfigs, ...userFiles.others],
    onActivity,
    repair: {
      env: checkEnvironment(env, root, cwd, passed),
      root,
      criteria: state.criteria,
      protect: state.protect,
      memory: join(paths.folder, 'repair'),
      budgetSeconds: state.settings.repair.budgetSeconds,
    },
  });
  const checker = createChecker({
    supervise: judges.supervise('checks'),
    env,
    loop: state.id,
    durations: openDurations(project.folder),
    watch,
  });
  const ports: Ports = {
    log,
    workspace: history.workspace(workspace),
    agent: wakingAnalyst(history.agent(overrides.agent ?? agents), analyst),
    checker: advisedChecker(judges.tree ? intactChecker(checker, judges.tree) : checker, {
      env,
      trees: judges.tree && { workspace: root, room: judges.tree.root },
      hidden: () => (state.room.kind === 'room' ? (judges.tree?.outside().added ?? []) : []),
      isBaseline: judges.tree?.isBaseline ?? (() => !hasRunAgent(state)),
    }),
    meter: createMeter({
      supervise: judges.supervise('measures'),
      env: checkEnv,
      loop: state.id,
      now: Date.now,
      watch,
      paths: ({ commit }) => workspace.paths(commit),
      code: codeMeter(join(project.folder, 'code-cache.json'), analyst, workspace),
    }),
    notifier: createNotifier(env, root),
    gatekeeper: createGatekeeper(terminal),
    changedSettings,
    guardian: createGuardian(project.shadow, analyst),
    tests: testEditor,
    prober: testEditor,
    mutator: openMutator(analyst, workspace),
    safeguards,
    room: judges.room,
    commands: createCommands({
      supervise: judges.supervise('checks'),
      env: checkEnv,
      userEnv: checkEnvironment(env, root, cwd, ['*']),
      loop: state.id,
    }),
    checkProgram: program.check,
    control: openControl(paths.control, requests.key, requests.session),
    files: iterationFiles(paths),
    memory: lessonMemory(project, state.settings.memory.lessons, Date.now),
    model: endpointModel(state.settings.model, env, state.settings.agent.prices) ?? undefined,
    ...wallClock(onActivity),
    remember: (tree) => rememberTree(project.folder, { env, passed, paths: workspace.paths }, tree),
    runId: () => randomBytes(8).toString('hex'),
  };
  const signedLog: EventLog = { append: (event, expectedSeq) => log.append(addPerson(event), expectedSeq) };
  return {
    ports: redactedPorts({ ...ports, ...overrides, agent: ports.agent, log: signedLog }, env, roomName),
    close() {
      analyst.close();
      opened.close();
    },
  };
}

/** An analyst that ended while the agent worked starts again beside the snapshot. */
function wakingAnalyst(agent: Agent, analyst: Analyst): Agent {
  return { run: (request, signal) => agent.run(request, signal).finally(() => analyst.wake()) };
}

/** The state folder, which has one folder per project. */
function homeOf({ folder }: Project): string {
  return dirname(dirname(folder));
}
