import { plainText } from '../core/text/plain-text.ts';
import type { Commands } from '../ports/index.ts';
import type { RunResult, RunSpec } from './supervise.ts';
import { readTail } from './tail.ts';

const TAIL = 64 * 1024;

/** Runs the user's commands other than agent and checks. */
export function createCommands(options: {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Record<string, string>;
  /** The user's whole environment. */
  userEnv: Record<string, string>;
  loop: string;
}): Commands {
  return {
    async run({ stdinFile, asUser = false, ...request }, signal) {
      const { loop } = options;
      const env = asUser ? options.userEnv : options.env;
      const result = await options.supervise({ ...request, env, loop, stdin: stdinFile, silenceMs: null }, signal);
      if (result.ended === 'cancelled') throw signal.reason;
      const tail = await readTail(request.outputFile, TAIL).catch(() => '');
      return {
        ok: result.ended === 'exited' && result.exitCode === 0,
        reason: reasonOf(result, request.timeoutMs),
        durationMs: result.durationMs,
        tail: plainText(tail),
      };
    },
  };
}

function reasonOf({ ended, exitCode, signal, error }: RunResult, timeoutMs: number): string {
  if (ended === 'not-started') return `could not be started: ${error ?? 'unknown reason'}`;
  if (ended !== 'exited') return `ran out of time after ${Math.round(timeoutMs / 1000)} s`;
  return exitCode === null ? `killed by ${signal ?? 'a signal'}` : `exit ${exitCode}`;
}
