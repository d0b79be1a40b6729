import { fold } from '../core/fold.ts';
import { defaultTemplate, promptContext } from '../core/prompt/prompt.ts';
import { renderPrompt } from '../core/prompt/render.ts';
import type { LoopState } from '../core/state/state.ts';
import { stateHome } from '../store/home.ts';
import { ensureProject } from '../store/layout.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { refuseMissingScript } from './agent-script.ts';
import type { AppContext } from './context.ts';
import { type Join, runHostedLoop } from './host.ts';
import { startInWorktree } from './in-worktree.ts';
import { refuseOutputInside } from './output-inside.ts';
import { type LoopRequest, prepareLoop } from './prepare-loop.ts';
import { bringMovedState } from './project-here.ts';
import { refuseReadOnly } from './refuse-read-only.ts';
import { refuseUnsuitedRepair } from './repair-fit.ts';

/**
 * Starts a loop and runs it until it ends or pauses. Validates everything before it writes or
 * starts anything.
 */
export async function startLoop(
  context: AppContext,
  { worktree = false, ...request }: LoopRequest & { worktree?: boolean | undefined },
  join: Join,
): Promise<LoopState> {
  refuseMissingScript(context, request.agentCommand);
  if (worktree) return startInWorktree(context, request, (inside, within) => startLoop(inside, within, join));
  const { root } = await locateWorkspace(context.cwd);
  refuseReadOnly(root);
  await refuseOutputInside(root);
  const created = await prepareLoop(context, request);
  await refuseUnsuitedRepair(root, created.settings.agent.names);
  const home = await stateHome(context.env);
  await bringMovedState(context, home, created.workspace.root);
  const project = await ensureProject(home, created.workspace.root);
  return runHostedLoop({ project, loop: created.loop }, context.env, join, () => [created]);
}

/** A preview of the loop, with the prompt of its first iteration. */
export async function previewLoop(context: AppContext, request: LoopRequest) {
  const created = await prepareLoop(context, request);
  const state = fold([{ seq: 1, at: Date.now(), event: created }]) as LoopState;
  const prompt = await renderPrompt(created.template ?? defaultTemplate, promptContext(state, 1));
  return { created, prompt };
}
