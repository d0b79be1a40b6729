import { writeSync } from 'node:fs';
import { EXIT_INTERRUPTED, outcomes } from '../core/outcome.ts';
import type { LoopState } from '../core/state.ts';
import type { Terminal } from '../people/gatekeeper.ts';
import { abortOnInterrupt } from '../process/interrupts.ts';
import { runSession, type SessionOptions } from '../runner/session.ts';
import type { CommandContext } from './context.ts';

/** A live view around a session: it holds what would be printed until the terminal is free again. */
export interface SessionView {
  note(text: string): void;
  /** Whether a person who paused the loop in the view wants it to go on there. */
  goesOn(state: LoopState, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** Runs a session that Ctrl-C pauses, and gives its exit code. */
export async function runInterruptibly(
  context: CommandContext,
  {
    view,
    ...options
  }: Omit<SessionOptions, 'signal' | 'env' | 'note' | 'terminal'> & {
    json?: boolean;
    signal?: AbortSignal | undefined;
    /** What has the terminal meanwhile. */
    view?: SessionView | undefined;
  },
): Promise<number> {
  const controller = new AbortController();
  // Written at once, for the process exits: what a stream still holds then is lost.
  const endedAtOnce = () => {
    view?.close();
    const text = `\n${options.loop} was ended at once; go on with: jumar resume ${options.loop}\n`;
    const { fd } = context.stderr as { fd?: number };
    if (fd === undefined) context.stderr.write(text);
    else writeSync(fd, text);
  };
  // A caller that brings its own signal keeps the process's signals to itself.
  const dispose = options.signal ? follow(options.signal, controller) : abortOnInterrupt(controller, endedAtOnce);
  try {
    const note = view?.note ?? ((text: string) => void context.stderr.write(`note: ${text}\n`));
    const terminal = options.json ? null : view ? 'view' : terminalOf(context);
    const session = { ...options, env: context.env, note, terminal, signal: controller.signal } as const;
    let state = await runSession(session);
    while (await view?.goesOn(state, controller.signal)) state = await runSession({ ...session, open: () => [] });
    return exitCodeOf(state);
  } finally {
    view?.close();
    dispose();
  }
}

/** A person can be asked only where both ends of the conversation are a terminal. */
function terminalOf({ stdin, stdout }: CommandContext): Terminal | null {
  return stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout as NodeJS.WriteStream } : null;
}

export function exitCodeOf(state: LoopState): number {
  return state.ended ? outcomes[state.ended.ending].exitCode : EXIT_INTERRUPTED;
}

function follow(signal: AbortSignal, controller: AbortController): () => void {
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
