import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../system/package-root.ts';
import type { Answer, TaskName, Tasks } from './tasks.ts';

export interface Analyst {
  /** Rejects if the analyst fails or ends, or with the signal's reason if that fires first. */
  ask<T extends TaskName>(task: T, input: Tasks[T]['input'], signal: AbortSignal): Promise<Tasks[T]['output']>;
  close(): void;
}

interface PendingRequest {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** Starts the analyst on the first request, and again if it has died. It does not keep this process alive. */
export function openAnalyst(env: NodeJS.ProcessEnv): Analyst {
  const pendingRequests = new Map<number, PendingRequest>();
  let child: ChildProcess | null = null;
  let requestCount = 0;

  const start = (): ChildProcess => {
    const analyst = fork(join(packageRoot(), 'dist', 'bin', 'analyst.js'), {
      env: env as Record<string, string>,
      stdio: 'ignore',
      detached: true,
    });
    analyst.unref();
    analyst.channel?.unref();
    analyst.on('message', (answer: Answer) => {
      const pending = pendingRequests.get(answer.id);
      pendingRequests.delete(answer.id);
      if ('error' in answer) pending?.reject(new Error(answer.error));
      else pending?.resolve(answer.output);
    });
    const onExit = () => {
      if (child === analyst) child = null;
      for (const { reject } of pendingRequests.values()) reject(new Error('the analyst process ended'));
      pendingRequests.clear();
    };
    analyst.on('exit', onExit);
    analyst.on('error', onExit);
    return analyst;
  };

  return {
    ask(task, input, signal) {
      signal.throwIfAborted();
      child ??= start();
      const target = child;
      const id = ++requestCount;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          pendingRequests.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const settle =
          <V>(callback: (value: V) => void) =>
          (value: V) => {
            signal.removeEventListener('abort', onAbort);
            if (pendingRequests.size === 0) target.channel?.unref();
            callback(value);
          };
        pendingRequests.set(id, { resolve: settle(resolve as (output: unknown) => void), reject: settle(reject) });
        target.channel?.ref();
        target.send({ id, task, input });
      });
    },
    close() {
      child?.disconnect();
      child = null;
    },
  };
}
