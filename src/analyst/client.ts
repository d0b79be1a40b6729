import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import type { Answer, TaskName, Tasks } from './tasks.ts';

export interface Analyst {
  /** Rejects where the analyst failed or was ended, and with the signal's reason where it fires first. */
  ask<T extends TaskName>(task: T, input: Tasks[T]['input'], signal: AbortSignal): Promise<Tasks[T]['output']>;
  close(): void;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** Starts the analyst when it is first asked, and anew where it has died. It does not keep this process alive. */
export function openAnalyst(env: NodeJS.ProcessEnv): Analyst {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let asked = 0;

  const start = (): ChildProcess => {
    const started = fork(join(packageRoot(), 'dist', 'bin', 'analyst.js'), {
      env: env as Record<string, string>,
      stdio: 'ignore',
      detached: true,
    });
    started.unref();
    started.channel?.unref();
    started.on('message', (answer: Answer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) asker?.reject(new Error(answer.error));
      else asker?.resolve(answer.output);
    });
    const gone = () => {
      if (child === started) child = null;
      for (const { reject } of waiting.values()) reject(new Error('the analyst was ended'));
      waiting.clear();
    };
    started.on('exit', gone);
    started.on('error', gone);
    return started;
  };

  return {
    ask(task, input, signal) {
      signal.throwIfAborted();
      child ??= start();
      const to = child;
      const id = ++asked;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const settle =
          <V>(done: (value: V) => void) =>
          (value: V) => {
            signal.removeEventListener('abort', onAbort);
            if (waiting.size === 0) to.channel?.unref();
            done(value);
          };
        waiting.set(id, { resolve: settle(resolve as (output: unknown) => void), reject: settle(reject) });
        to.channel?.ref();
        to.send({ id, task, input });
      });
    },
    close() {
      child?.disconnect();
      child = null;
    },
  };
}
