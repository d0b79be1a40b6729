import { git } from '../../system/git.ts';
import { UsageError } from '../../system/usage-error.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { AppContext } from '../context.ts';
import { openPullRequest } from '../pull-request.ts';
import { refuseUntickable, tickFile } from './formats/tick.ts';
import { readListHere } from './read-list-here.ts';

export interface ApplyList {
  list: string | undefined;
  ffOnly?: boolean | undefined;
  pr?: boolean | undefined;
  /** Tick the boxes of the merged tasks in the file. */
  tick?: boolean | undefined;
}

/** The only step that touches the user's branch and files: a merge, as the user would make it. Returns what to tell people. */
export async function applyList(
  context: AppContext,
  { list, ffOnly = false, pr = false, tick = false }: ApplyList,
): Promise<string> {
  await refuseBeneathAgent(context, 'tasks apply');
  const { state } = await readListHere(context, list);
  const { root } = await locateWorkspace(context.cwd);
  const integrated = state.tasks.filter(({ status }) => status === 'integrated');
  if (state.head === state.base)
    throw new UsageError(`${state.id} has integrated no change yet`, `jumar tasks status ${state.id}`);
  if (pr && tick) throw new UsageError('--tick and --pr cannot be combined', 'tick once the pull request is merged');
  if (tick && state.source !== null) await refuseUntickable(state.source);
  if (pr) {
    const body = [
      ...integrated.map(({ task }) => `- ${task.title}`),
      '',
      'Each commit was verified with its own checks and those of every task before it.',
    ].join('\n');
    return openPullRequest(context, {
      root,
      branch: state.branch,
      title: `${state.id}: ${integrated.length} tasks`,
      body,
    });
  }
  const before = (await git(['rev-parse', 'HEAD'], { cwd: root })).stdout.toString().trim();
  const way = ffOnly ? ['--ff-only'] : ['--no-edit'];
  const { code, stdout, stderr } = await git(['merge', ...way, state.head], {
    cwd: root,
    asUser: true,
    accept: [0, 1, 2, 128],
  });
  if (code !== 0) {
    await git(['merge', '--abort'], { cwd: root, asUser: true, accept: [0, 128] });
    const why = `${stderr}\n${stdout}`.trim().split('\n').slice(0, 6).join('\n    ');
    throw new UsageError(
      `the merge into your branch failed, and was taken back: ${why}`,
      ffOnly ? 'leave --ff-only out to merge' : `resolve it by hand: git merge ${state.branch}`,
    );
  }
  const ticked =
    tick && state.source !== null ? await tickFile(state.source, new Set(integrated.map(({ task }) => task.id))) : 0;
  const left = state.tasks.length - integrated.length;
  return [
    `merged ${integrated.length} of ${state.tasks.length} tasks into your branch${left > 0 ? '; the others are not in it' : ''}\n`,
    ...(tick ? [`ticked ${ticked} ${ticked === 1 ? 'box' : 'boxes'} in ${state.source ?? 'no file'}\n`] : []),
    `  undo: git reset --merge ${before.slice(0, 12)}\n`,
  ].join('');
}
