import { join } from 'node:path';
import { packageRoot } from '../system/package-root.ts';
import { type AnalystProcess, startProcess } from './analyst-process.ts';
import type { TaskName, Tasks } from './tasks.ts';

export interface AskOptions {
  signal: AbortSignal;
  /** How long one attempt may take. */
  timeoutMs: number;
}

export interface Analyst {
  /**
   * Asks at most twice, the second time a new process: an analyst that died, hangs or is stopped is ended and replaced.
   * Rejects if both attempts fail, or with the signal's reason if that fires first.
   */
  ask<T extends TaskName>(task: T, input: Tasks[T]['input'], options: AskOptions): Promise<Tasks[T]['output']>;
  close(): void;
}

export interface AnalystOptions {
  program?: string;
  /** Calls back after this long; returns what cancels it. */
  startTimer?: (ms: number, onTime: () => void) => () => void;
}

/** Starts the analyst on the first request, and again if it has died. It does not keep this process alive. */
export function openAnalyst(
  env: NodeJS.ProcessEnv,
  { program = join(packageRoot(), 'dist', 'bin', 'analyst.js'), startTimer = realTimer }: AnalystOptions = {},
): Analyst {
  let current: AnalystProcess | null = null;

  const attempt = async <T extends TaskName>(task: T, input: Tasks[T]['input'], { signal, timeoutMs }: AskOptions) => {
    signal.throwIfAborted();
    if (!current?.isAlive()) current = startProcess(program, env);
    const analyst = current;
    const cancelTimer = startTimer(timeoutMs, () => analyst.end(`it did not answer within ${seconds(timeoutMs)}`));
    try {
      return (await analyst.ask(task, input, signal)) as Tasks[T]['output'];
    } finally {
      cancelTimer();
    }
  };

  return {
    async ask(task, input, options) {
      try {
        return await attempt(task, input, options);
      } catch {
        options.signal.throwIfAborted();
        // What made it fail may be in the process itself, so the second attempt gets another one.
        current?.end('it is replaced after a failure');
        return await attempt(task, input, options);
      }
    },
    close() {
      current?.end('it was closed');
      current = null;
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

function realTimer(ms: number, onTime: () => void): () => void {
  const timer = setTimeout(onTime, ms);
  return () => clearTimeout(timer);
}
