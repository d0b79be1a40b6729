import { writeSync } from 'node:fs';
import type { Host, Join, LoopPlace } from '../../../app/host.ts';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import type { LoopState } from '../../../core/state/state.ts';
import type { CommandContext } from './context.ts';

/** A live view around a session: it holds what would be printed until the terminal is free again. */
export interface SessionView {
  note(text: string): void;
  /** Whether a person who paused the loop in the view wants it to go on there. */
  goesOn(state: LoopState, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** How a loop that runs here is shown. */
export interface SessionFace extends Pick<Host, 'observe' | 'onActivity'> {
  /** What has the terminal meanwhile. */
  view?: SessionView;
}

/** Hosts a loop on this terminal, where Ctrl-C pauses it. */
export async function runInterruptibly<T>(
  context: CommandContext,
  { json = false, openFace }: { json?: boolean | undefined; openFace(place: LoopPlace): Promise<SessionFace> },
  run: (join: Join) => Promise<T>,
): Promise<T> {
  let close = () => {};
  const join: Join = async (place) => {
    const { view, ...face } = await openFace(place);
    const controller = new AbortController();
    const dispose = abortOnInterrupt(controller, () => {
      view?.close();
      writeSynchronously(
        context,
        `\n${place.loop} was stopped immediately; continue with: jumar resume ${place.loop}\n`,
      );
    });
    close = () => {
      view?.close();
      dispose();
    };
    return {
      ...face,
      signal: controller.signal,
      note: view?.note ?? ((text: string) => void context.stderr.write(`note: ${text}\n`)),
      terminal: json ? null : view ? 'view' : terminalOf(context),
      ...(view && { goesOn: view.goesOn }),
    };
  };
  try {
    return await run(join);
  } finally {
    close();
  }
}

/** Written at once, for the process exits: what a stream still holds then is lost. */
function writeSynchronously({ stderr }: CommandContext, text: string): void {
  const { fd } = stderr as { fd?: number };
  if (fd === undefined) stderr.write(text);
  else writeSync(fd, text);
}

/** A person can be asked only where both ends of the conversation are a terminal. */
function terminalOf({ stdin, stdout }: CommandContext): Exclude<Host['terminal'], 'view' | undefined> {
  return stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout as NodeJS.WriteStream } : null;
}
