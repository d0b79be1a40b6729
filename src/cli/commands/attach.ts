import { EXIT_INTERRUPTED } from '../../core/outcome.ts';
import type { LoopState } from '../../core/state.ts';
import { abortOnInterrupt } from '../../process/interrupts.ts';
import { endText } from '../../reporters/end.ts';
import { paintFor } from '../../reporters/paint.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { redactedActivity } from '../../runner/redacted.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { followActivity } from '../follow-activity.ts';
import { followLoop } from '../follow-loop.ts';
import { exitCodeOf } from '../interruptible.ts';
import { wantsView } from '../live-face.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { askLoop, openView } from '../open-view.ts';
import { say, textSize } from '../output.ts';
import { lineReporter } from '../reporting.ts';

/**
 * Shows a loop that another process runs, until it ends or pauses, and then exits as that process does. Leaving the view
 * does not touch the loop.
 */
export default async function attach(
  context: CommandContext,
  id: string | undefined,
  options: { plain?: boolean; verbose?: boolean },
): Promise<number> {
  const reading = await readLoop(context, id);
  const { status, state } = reading;
  if (status === 'running' || status === 'completing') {
    return wantsView(context, options) ? watch(context, reading) : print(context, reading, options);
  }
  return shown(context, reading, status === 'crashed' ? 'gone' : state);
}

/** The view, and at the end the same layout that the process which ran the loop leaves on its terminal. */
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
      wish: (wish) => askLoop({ project, loop }, wish, live),
      quit: () => controller.abort(),
    },
  );
  const tell = redactedActivity((activity) => live.reporter.onActivity?.(activity), context.env);
  const activity = followActivity(paths, tell);
  try {
    const reporter: Reporter = {
      onEvent(record, state) {
        activity.at(state);
        live.reporter.onEvent(record, state);
      },
    };
    const end = await followLoop(reading, reporter, controller.signal);
    live.close();
    return shown(context, reading, end);
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
    const end = await followLoop(reading, lineReporter(context, write, options), controller.signal);
    return typeof end === 'string' ? shown(context, reading, end) : exitCodeOf(end);
  } finally {
    dispose();
  }
}

function shown(context: CommandContext, { entry, owner }: LoopReading, end: LoopState | 'gone' | 'left'): number {
  if (end === 'gone') {
    context.stdout.write(`${entry.id}: its process is gone; go on with: jumar resume ${entry.id}\n`);
    return EXIT_INTERRUPTED;
  }
  if (end === 'left') {
    context.stdout.write(`${entry.id} runs on (pid ${owner}); look again with: jumar attach ${entry.id}\n`);
    return EXIT_INTERRUPTED;
  }
  say(context, `${endText(end, { ...textSize(context), paint: paintFor(context.stdout, context.env) })}\n`);
  return exitCodeOf(end);
}
