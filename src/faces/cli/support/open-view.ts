import { askLoop } from '../../../app/ask-loop.ts';
import type { LoopPlace } from '../../../app/host.ts';
import { readDiffSoFar } from '../../../app/read-diff.ts';
import type { LoopState } from '../../../core/state/state.ts';
import type { ControlRequest } from '../../../ports/index.ts';
import { paintFor } from '../../reports/paint.ts';
import type { LiveView, LoopAction } from '../../tui/live-view.ts';
import type { CommandContext } from './context.ts';
import { textSize } from './output.ts';

/** Opens the live view on this terminal. Its modules are loaded only here. */
export async function openView(
  context: CommandContext,
  place: LoopPlace,
  {
    attached,
    perform,
    quit,
  }: {
    attached: boolean;
    perform(action: LoopAction, state: LoopState): Promise<unknown>;
    quit(): void;
  },
): Promise<LiveView> {
  const [{ liveView }, { openShell }] = await Promise.all([
    import('../../tui/live-view.ts'),
    import('../../tui/shell.ts'),
  ]);
  const live = liveView({
    paint: paintFor(context.stdout, context.env),
    glyphs: textSize(context).glyphs,
    attached,
    now: Date.now,
    perform,
    quit,
    diff: (state) => diffOf(place, state),
  });
  const { stdin, stdout } = context;
  live.on(await openShell({ stdin, stdout: stdout as NodeJS.WriteStream, onKey: live.key, onResize: live.draw }));
  return live;
}

/** Sends a key's action to the process that runs the loop, then shows a notice. */
export async function forwardAction(
  place: LoopPlace,
  action: LoopAction,
  { set, say }: Pick<LiveView, 'set' | 'say'>,
): Promise<{ withdraw(): Promise<boolean> }> {
  const [request, notice] = requestOf(action);
  const sentRequest = await askLoop(place, request);
  if (action.type === 'pause' || action.type === 'go-on') set({ pausing: action.type === 'pause' });
  if (notice) say(notice);
  return sentRequest;
}

/** The request and its notice; a pause has none because the footer shows it until it happens. */
function requestOf(action: LoopAction): [ControlRequest, string | null] {
  switch (action.type) {
    case 'pause':
      return [{ type: 'pause', now: false }, null];
    case 'go-on':
      return [{ type: 'go-on' }, 'continuing'];
    case 'skip':
      return [{ type: 'skip' }, 'stopping the agent; its work will be checked'];
    case 'answer':
      return action.answer === 'abort'
        ? [{ type: 'abort', revert: false, reason: action.reason }, 'aborting']
        : [{ type: 'gate', answer: action.answer, reason: action.reason, by: 'terminal' }, 'answered'];
  }
}

const MAX_DIFF_CHARS = 2_000_000;

async function diffOf(place: LoopPlace, state: LoopState): Promise<{ title: string; text: string }> {
  const { to, text } = await readDiffSoFar(place, state);
  return { title: `baseline to #${to}`, text: text === '' ? 'nothing changed\n' : text.slice(0, MAX_DIFF_CHARS) };
}
