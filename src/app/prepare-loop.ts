import { randomBytes } from 'node:crypto';
import { adapterOf } from '../agents/index.ts';
import { criteriaScripts } from '../checks/safeguards/criteria-scripts.ts';
import { judgingCommands } from '../checks/safeguards/judging-commands.ts';
import { projectSettings } from '../config/project-settings.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import { loopId } from '../core/loop-id.ts';
import type { EventOf } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import { freezeToolchain } from '../measure/freeze-toolchain.ts';
import { literalGlob } from '../system/path-rules.ts';
import { version } from '../system/version.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { withAgents } from './agents.ts';
import { type JudgingChoices, judgingValues, layerOf, type SettingChoices } from './choices.ts';
import { chooseCriteria } from './choose-criteria.ts';
import type { AppContext } from './context.ts';
import { hiddenCriteria, hiddenFrom } from './hidden-checks.ts';
import { settingsOfLoop } from './loop-settings.ts';
import { detectedType, loopTypeFact, namedType } from './loop-type.ts';
import { readStrategy } from './progress-strategy.ts';
import { readTemplate } from './prompt-template.ts';
import { taskWithoutSecrets } from './task-without-secrets.ts';
import { withCoverage, withTestCommand } from './test-command.ts';

/** A caller's choices for a new loop. */
export interface LoopRequest extends SettingChoices, JudgingChoices {
  /** Returns the task, from the loop's type or elsewhere. Called once the type is known. */
  readTask(taskOfType: string | undefined): Promise<string>;
  /** Criteria; if empty, those of the type or the settings, or inferred from the task and the project. */
  until: readonly string[];
  /** Criteria that were understood before, in place of `until`. */
  criteria?: readonly Criterion[] | undefined;
  /** A file with a Handlebars template for the prompt. */
  template?: string | undefined;
  /** The kind of loop: a built-in task type, or one of the user's own. */
  type?: string | undefined;
  /** Inputs of the type: `name=value`. */
  inputs?: readonly string[] | undefined;
  /** The working tree that this worktree was created from. */
  worktreeOf?: string | undefined;
  /** How many changed files of that working tree are not in the worktree. */
  uncommitted?: number | undefined;
  /** The id, if the caller recorded it before it creates the loop; otherwise a new one. */
  loop?: string | undefined;
  /** Loops with the same one hold out the same tests. */
  heldOutSeed?: string | undefined;
  /** `found`: that the criteria hold does not show the task to be done, if they held before any work. */
  criteriaFrom?: 'found' | undefined;
}

/** Creates the first event of a loop. Validates everything, and neither writes nor starts anything. */
export async function prepareLoop(context: AppContext, request: LoopRequest): Promise<EventOf<'loop-created'>> {
  const { worktreeOf, uncommitted } = request;
  const workspace = await locateWorkspace(context.cwd);
  const { source, values } = layerOf(request);
  const layer = { source, values: { ...values, ...judgingValues(request, workspace) } };
  const named = await namedType(context, workspace, layer, { type: request.type, set: request.inputs ?? [] });
  const task = taskWithoutSecrets(context, await request.readTask(named.task));
  const requested = request.until.length > 0 ? request.until : (named.type?.definition.validation ?? []);
  const { criteria: chosen, from } = request.criteria
    ? { criteria: numbered(request.criteria), from: 'named' as const }
    : await chooseCriteria(workspace, task, requested, named.settings);
  const typed = await detectedType(context, workspace, layer, named, task, chosen);
  const baseSettings = settingsOfLoop(hiddenFrom(worktreeOf, withAgents(context, typed.settings)));
  const criteria = [...chosen, ...hiddenCriteria(baseSettings, workspace.root)];
  const settings = withCoverage(await withTestCommand(baseSettings, criteria, workspace), criteria);
  const template = await readTemplate(context, workspace.root, typed, request.template);
  const judging = judgingCommands(criteria, settings, workspace);
  const protect = (await criteriaScripts(judging, task, workspace.root)).map(literalGlob);
  const toolchain = await freezeToolchain(workspace, settings, context.env);
  const strategy = await readStrategy(context, workspace.root, settings.progress.strategy);
  return {
    type: 'loop-created',
    loop: request.loop ?? loopId(task, randomBytes(4).toString('hex')),
    task,
    criteria,
    criteriaFrom: request.criteriaFrom ?? from,
    taskType: typed.taskType,
    settings,
    configured: await projectSettings(context.env, workspace),
    template,
    ...(strategy && { strategy }),
    agent: firstAgent(settings),
    workspace: {
      ...{ root: workspace.root, cwd: workspace.cwd },
      ...(worktreeOf !== undefined && { worktreeOf }),
      ...(uncommitted !== undefined && uncommitted > 0 && { uncommitted }),
    },
    protect,
    ...(request.heldOutSeed !== undefined && { heldOutSeed: request.heldOutSeed }),
    version: version(),
    toolchain,
    ...loopTypeFact(typed),
  };
}

function numbered(criteria: readonly Criterion[]): Criterion[] {
  return criteria.map((criterion, index) => ({ ...criterion, id: `c${index + 1}` }));
}

function firstAgent({ agent }: Settings): EventOf<'loop-created'>['agent'] {
  const [name = 'command'] = agent.names;
  return { name, command: adapterOf(name)?.program === null ? (agent.command ?? null) : null };
}
