import { refuseBeneathAgent } from '../../../app/beneath-agent.ts';
import { exitCodeOf } from '../../../app/exit-code.ts';
import { followActivity } from '../../../app/follow-activity.ts';
import { followLoop } from '../../../app/follow-loop.ts';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import type { LoopReading } from '../../../app/loop-reading.ts';
import { readLoopToSteer } from '../../../app/loop-to-steer.ts';
import { redactedActivity } from '../../../app/redacted-ports.ts';
import { EXIT_INTERRUPTED } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import { endText } from '../../reports/end.ts';
import { paintFor } from '../../reports/paint.ts';
import type { CommandContext } from './context.ts';
import { wantsView } from './live-face.ts';
import { forwardAction, openView } from './open-view.ts';
import { say, textSize } from './output.ts';
import { lineReporter } from './reporting.ts';

/**
 * Shows a loop that another process runs, until it ends or pauses, and returns the same exit code. Leaving the view does
 * not affect the loop.
 */
export async function watchLoop(
  context: CommandContext,
  id: string | undefined,
  options: { plain?: boolean; verbose?: boolean },
): Promise<number> {
  const reading = await readLoopToSteer(context, id, 'running');
  const { status, state } = reading;
  if (status === 'running' || status === 'completing') {
    return wantsView(context, options) ? watch(context, reading) : print(context, reading, options);
  }
  return showEnd(context, reading, status === 'crashed' ? 'gone' : state);
}

/** Opens the live view, then prints the same end summary as the process that ran the loop. */
async function watch(context: CommandContext, reading: LoopReading): Promise<number> {
  await refuseBeneathAgent(context, 'attach');
  const { project, id: loop, paths } = reading.entry;
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  const live = await openView(
    context,
    { project, loop },
    {
      attached: true,
      perform: (action) => forwardAction({ project, loop }, action, live),
      quit: () => controller.abort(),
    },
  );
  const onActivity = redactedActivity((activity) => live.reporter.onActivity?.(activity), context.env);
  const activity = followActivity(paths, onActivity);
  try {
    const onEvent: typeof live.reporter.onEvent = (record, state) => {
      activity.at(state);
      live.reporter.onEvent(record, state);
    };
    const end = await followLoop(reading, onEvent, controller.signal);
    live.close();
    return showEnd(context, reading, end);
  } finally {
    activity.stop();
    live.close();
    dispose();
  }
}

async function print(context: CommandContext, reading: LoopReading, options: { verbose?: boolean }): Promise<number> {
  const controller = new AbortController();
  const dispose = abortOnInterrupt(controller);
  try {
    const write = (text: string) => void context.stdout.write(text);
    const { onEvent } = lineReporter(context, write, options);
    const end = await followLoop(reading, onEvent, controller.signal);
    return typeof end === 'string' ? showEnd(context, reading, end) : exitCodeOf(end);
  } finally {
    dispose();
  }
}

function showEnd(context: CommandContext, { entry, owner }: LoopReading, end: LoopState | 'gone' | 'left'): number {
  if (end === 'gone') {
    context.stdout.write(`${entry.id}: its process is gone; continue with: jumar resume ${entry.id}\n`);
    return EXIT_INTERRUPTED;
  }
  if (end === 'left') {
    context.stdout.write(`${entry.id} keeps running (pid ${owner}); watch it again with: jumar attach ${entry.id}\n`);
    return EXIT_INTERRUPTED;
  }
  say(context, `${endText(end, { ...textSize(context), paint: paintFor(context.stdout, context.env) })}\n`);
  return exitCodeOf(end);
}
