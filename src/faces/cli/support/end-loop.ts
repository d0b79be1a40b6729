import { type AbortRequest, abortLoop } from '../../../app/abort-loop.ts';
import { appContext, type CommandContext } from './context.ts';
import { runInterruptibly } from './interruptible.ts';
import { observerFor } from './reporting.ts';

/** A loop that is ended is not resumed, although a session of it begins. */
function withoutHeader(observer: ReturnType<typeof observerFor>): ReturnType<typeof observerFor> {
  return {
    ...observer,
    observe: async (record, state) => {
      if (record.event.type !== 'session-started') await observer.observe(record, state);
    },
  };
}

/** Aborts a loop. If this process ends it, the usual end summary is printed. */
export async function endLoop(context: CommandContext, request: AbortRequest): Promise<number> {
  const { loop, by, status } = await runInterruptibly(
    context,
    { openFace: async () => withoutHeader(observerFor(context, {})) },
    (join) => abortLoop(appContext(context), request, join),
  );
  if (by === 'this process') return 0;
  context.stdout.write(status === null ? `${loop} was asked to abort and is still stopping\n` : `${loop}: ${status}\n`);
  return 0;
}
