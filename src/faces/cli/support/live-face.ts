import type { LoopPlace } from '../../../app/host.ts';
import type { Activity } from '../../../ports/activity.ts';
import type { CommandContext } from './context.ts';
import type { SessionFace } from './interruptible.ts';
import { forwardAction, openView } from './open-view.ts';
import { pauseHere } from './pause-here.ts';
import { type FaceOptions, lineReporter, observerFor, observeWith, shownText } from './reporting.ts';

/** Chooses the live view on an interactive terminal, else plain lines. */
export async function sessionFace(
  context: CommandContext,
  options: FaceOptions,
  place: LoopPlace,
): Promise<SessionFace> {
  return wantsView(context, options) ? liveFace(context, options, place) : observerFor(context, options);
}

/** CI logs, pipes, dumb terminals and `--plain` get plain lines. */
export function wantsView({ stdin, stdout, env }: CommandContext, { json, plain }: FaceOptions): boolean {
  if (json || plain || !stdin.isTTY || !stdout.isTTY || env.TERM === 'dumb') return false;
  return env.GITHUB_ACTIONS !== 'true' && (env.CI === undefined || /^(?:|0|false)$/i.test(env.CI));
}

async function liveFace(context: CommandContext, options: FaceOptions, place: LoopPlace): Promise<SessionFace> {
  const output: string[] = [];
  const notes: string[] = [];
  const live = await openView(context, place, {
    attached: false,
    async perform(action, { status }) {
      const ask = () => forwardAction(place, action, live);
      if (action.type === 'pause') await here.pause(ask);
      else if (action.type !== 'go-on') await ask();
      else if (status === 'paused') here.goOn();
      else await here.takeBack(ask);
    },
    quit() {
      live.set({ leaving: true, dialog: null });
      if (!here.leave()) process.kill(process.pid, 'SIGINT');
    },
  });
  const here = pauseHere();
  const lines = lineReporter(context, (text) => void output.push(text), options);
  const reporter = {
    onEvent: (...update: Parameters<typeof lines.onEvent>) => {
      if (update[0].event.type === 'session-started') here.onSessionStarted();
      lines.onEvent(...update);
      live.reporter.onEvent(...update);
    },
    onActivity: (activity: Activity) => live.reporter.onActivity?.(activity),
  };
  const note = (text: string) => {
    notes.push(`note: ${text}\n`);
    live.say(text);
  };
  return {
    ...observeWith(context, reporter, { report: (shown) => void output.push(shownText(shown)), note }),
    view: {
      note,
      goesOn: here.goesOn,
      close() {
        live.close();
        context.stdout.write(output.splice(0).join(''));
        for (const text of notes.splice(0)) context.stderr.write(text);
      },
    },
  };
}
