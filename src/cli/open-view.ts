import type { LoopState } from '../core/state.ts';
import { paintFor } from '../reporters/paint.ts';
import type { ControlRequest } from '../runner/ports.ts';
import { requestControl } from '../store/control.ts';
import { loopPaths, type Project } from '../store/layout.ts';
import type { Asked, LiveView } from '../tui/live-view.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';

export interface Place {
  project: Project;
  loop: string;
}

/** The view on the terminal of this process. Its parts are loaded only here. */
export async function openView(
  context: CommandContext,
  { project, loop }: Place,
  {
    attached,
    wish,
    quit,
  }: {
    attached: boolean;
    wish(wish: Asked, state: LoopState): Promise<unknown>;
    quit(): void;
  },
): Promise<LiveView> {
  const [{ liveView }, { openShell }] = await Promise.all([import('../tui/live-view.ts'), import('../tui/shell.ts')]);
  const live = liveView({
    paint: paintFor(context.stdout, context.env),
    glyphs: textSize(context).glyphs,
    attached,
    now: Date.now,
    wish,
    quit,
    diff: (state) => diffOf(project, loop, state),
  });
  const { stdin, stdout } = context;
  live.on(await openShell({ stdin, stdout: stdout as NodeJS.WriteStream, onKey: live.key, onResize: live.draw }));
  return live;
}

/** Leaves what a key asked for where the process that runs the loop looks for it, and says so once it is there. */
export async function askLoop(
  { project, loop }: Place,
  wish: Asked,
  { set, say }: Pick<LiveView, 'set' | 'say'>,
): Promise<{ withdraw(): Promise<boolean> }> {
  const [request, said] = requestOf(wish);
  const left = await requestControl(loopPaths(project, loop).control, request);
  if (wish.type === 'pause' || wish.type === 'go-on') set({ pausing: wish.type === 'pause' });
  if (said) say(said);
  return left;
}

/** What is asked for, and what is worth saying of it; of a pause the keys say it as long as it is to come. */
function requestOf(wish: Asked): [ControlRequest, string | null] {
  switch (wish.type) {
    case 'pause':
      return [{ type: 'pause', now: false }, null];
    case 'go-on':
      return [{ type: 'go-on' }, 'goes on'];
    case 'skip':
      return [{ type: 'skip' }, 'ending the agent; its work is checked'];
    case 'answer':
      return wish.answer === 'abort'
        ? [{ type: 'abort', revert: false, reason: wish.reason }, 'aborting']
        : [{ type: 'gate', answer: wish.answer, reason: wish.reason, by: 'terminal' }, 'answered'];
  }
}

const MAX_DIFF_CHARS = 2_000_000;

/** From before the loop to the last snapshot. */
async function diffOf(project: Project, loop: string, state: LoopState): Promise<{ title: string; text: string }> {
  const [first, last] = [state.iterations[0], state.iterations.findLast(({ snapshot }) => snapshot !== null)];
  if (!first?.snapshot || !last?.snapshot) throw new Error('there is nothing to compare yet');
  const workspace = await openWorkspace({ shadow: project.shadow, root: project.root, loop });
  const text = await workspace.diffText(first.snapshot.commit, last.snapshot.commit, { stat: false, colour: false });
  const title = `baseline to #${last.n}`;
  return { title, text: text === '' ? 'nothing changed\n' : text.slice(0, MAX_DIFF_CHARS) };
}
