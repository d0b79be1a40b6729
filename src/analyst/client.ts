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
  /** Starts it again if it ended because it was idle, so that it starts beside other work. */
  wake(): void;
  close(): void;
}

export interface AnalystOptions {
  program?: string;
  /** Calls back after this long; returns what cancels it. */
  startTimer?: StartTimer;
  /** The same, for the time without a question after which it ends. */
  startIdleTimer?: StartTimer;
}

type StartTimer = (ms: number, onTime: () => void) => () => void;

/** Agents run for minutes, in which the analyst would only take memory. */
const IDLE_MS = 3000;

/**
 * Starts the analyst on the first request, and again if it has died. It ends when it has been idle for a while, and does not
 * keep this process alive.
 */
export function openAnalyst(
  env: NodeJS.ProcessEnv,
  {
    program = join(packageRoot(), 'dist', 'bin', 'analyst.js'),
    startTimer = realTimer,
    startIdleTimer = idleTimer,
  }: AnalystOptions = {},
): Analyst {
  let current: AnalystProcess | null = null;
  let isIdle = false;
  let openQuestions = 0;
  let cancelIdleTimer = () => {};

  const rest = () => {
    cancelIdleTimer();
    cancelIdleTimer = startIdleTimer(IDLE_MS, () => {
      isIdle = current !== null;
      current?.end('it was idle');
      current = null;
    });
  };

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
      cancelIdleTimer();
      openQuestions++;
      try {
        return await attempt(task, input, options).catch(() => {
          options.signal.throwIfAborted();
          // What made it fail may be in the process itself, so the second attempt gets another one.
          current?.end('it is replaced after a failure');
          return attempt(task, input, options);
        });
      } finally {
        if (--openQuestions === 0) rest();
      }
    },
    wake() {
      if (!isIdle) return;
      isIdle = false;
      current ??= startProcess(program, env);
      rest();
    },
    close() {
      cancelIdleTimer();
      isIdle = false;
      current?.end('it was closed');
      current = null;
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

function idleTimer(ms: number, onTime: () => void): () => void {
  const timer = setTimeout(onTime, ms).unref();
  return () => clearTimeout(timer);
}

function realTimer(ms: number, onTime: () => void): () => void {
  const timer = setTimeout(onTime, ms);
  return () => clearTimeout(timer);
}
