import { EXIT_INTERRUPTED, outcomes } from '../core/outcome.ts';
import type { LoopState } from '../core/state.ts';
import type { Terminal } from '../people/gatekeeper.ts';
import { abortOnInterrupt } from '../process/interrupts.ts';
import { runSession, type SessionOptions } from '../runner/session.ts';
import type { CommandContext } from './context.ts';

/** Runs a session that Ctrl-C pauses, and gives its exit code. */
export async function runInterruptibly(
  context: CommandContext,
  options: Omit<SessionOptions, 'signal' | 'env' | 'note' | 'terminal'> & {
    json?: boolean;
    signal?: AbortSignal | undefined;
  },
): Promise<number> {
  const controller = new AbortController();
  // A caller that brings its own signal keeps the process's signals to itself.
  const dispose = options.signal ? follow(options.signal, controller) : abortOnInterrupt(controller);
  try {
    const note = (text: string) => void context.stderr.write(`note: ${text}\n`);
    const terminal = options.json ? null : terminalOf(context);
    return exitCodeOf(await runSession({ ...options, env: context.env, note, terminal, signal: controller.signal }));
  } finally {
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
