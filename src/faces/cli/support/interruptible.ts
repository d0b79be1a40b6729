import { writeSync } from 'node:fs';
import type { Host, Join, LoopPlace } from '../../../app/host.ts';
import { abortOnInterrupt } from '../../../app/interrupts.ts';
import type { LoopState } from '../../../core/state/state.ts';
import type { CommandContext } from './context.ts';

/** A live view around a session: it buffers output until the terminal is free again. */
export interface SessionView {
  note(text: string): void;
  /** Whether the user who paused the loop in the view wants to continue it there. */
  goesOn(state: LoopState, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** How a loop in this process is shown. */
export interface SessionFace extends Pick<Host, 'observe' | 'onActivity'> {
  /** The view that owns the terminal during the session. */
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

/** Writes synchronously because the process exits next and a stream would lose its buffer. */
function writeSynchronously({ stderr }: CommandContext, text: string): void {
  const { fd } = stderr as { fd?: number };
  if (fd === undefined) stderr.write(text);
  else writeSync(fd, text);
}

/** Questions need a terminal for both input and output. */
function terminalOf({ stdin, stdout }: CommandContext): Exclude<Host['terminal'], 'view' | undefined> {
  return stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout as NodeJS.WriteStream } : null;
}
