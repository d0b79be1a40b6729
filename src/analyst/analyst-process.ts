import { fork } from 'node:child_process';
import type { Answer, Question } from './tasks.ts';

export interface AnalystProcess {
  isAlive(): boolean;
  /** Rejects if the process ends first or answers with an error, or with the signal's reason. */
  ask(task: Question['task'], input: Question['input'], signal: AbortSignal): Promise<unknown>;
  /** Kills it, also if it is stopped; open questions are rejected with the reason. */
  end(reason: string): void;
}

interface PendingRequest {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** One process of the analyst. It keeps this process alive only while a question is open. */
export function startProcess(program: string, env: NodeJS.ProcessEnv): AnalystProcess {
  const pendingRequests = new Map<number, PendingRequest>();
  let requestCount = 0;
  let isAlive = true;
  const child = fork(program, { env: env as Record<string, string>, stdio: 'ignore', detached: true });
  child.unref();
  child.channel?.unref();

  const onEnd = (reason: string) => {
    if (!isAlive) return;
    isAlive = false;
    child.kill('SIGKILL');
    for (const { reject } of pendingRequests.values()) reject(new Error(`the analyst process failed: ${reason}`));
    pendingRequests.clear();
  };
  child.on('message', (answer: Answer) => {
    const pending = pendingRequests.get(answer.id);
    pendingRequests.delete(answer.id);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.output);
  });
  child.on('exit', (code, signal) => onEnd(signal ? `it was ended by ${signal}` : `it exited with ${code}`));
  // Without its channel it can answer nothing; if it has ended, the exit event says how.
  child.on('disconnect', () => child.kill('SIGKILL'));
  child.on('error', (error) => onEnd(error.message));

  return {
    isAlive: () => isAlive && child.connected,
    ask(task, input, signal) {
      const id = ++requestCount;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          pendingRequests.delete(id);
          settled();
          reject(signal.reason);
        };
        const settled = () => {
          signal.removeEventListener('abort', onAbort);
          if (pendingRequests.size === 0) child.channel?.unref();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        pendingRequests.set(id, {
          resolve(output) {
            settled();
            resolve(output);
          },
          reject(error) {
            settled();
            reject(error);
          },
        });
        child.channel?.ref();
        child.send({ id, task, input } satisfies Question, (error) => error && onEnd(error.message));
      });
    },
    end: onEnd,
  };
}
