import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ended, GitError, type GitOptions, startGit } from './git.ts';

/** A git process that stays for further questions. A question after it has ended starts another one. */
export interface LastingGit {
  /** Asks again if the process dies that has answered before: somebody may have killed it. */
  ask<T>(input: string, openReader: () => Reader<T>): Promise<T>;
  /** Ends it, after what was asked. */
  close(): void;
}

/** When a process that nobody asks ends: after a while, or only when it is closed or this process ends. */
export type Staying = 'while asked' | 'until closed';

/** Reads the answer to one question. */
export interface Reader<T> {
  /** Takes a part off the start of the output. Returns where it ends; null if it is not complete yet. */
  take(bytes: Buffer): number | null;
  isComplete(): boolean;
  result(): T;
}

const IDLE_MS = 1000;

export function openLastingGit(
  args: readonly string[],
  options: () => GitOptions,
  stays: Staying = 'while asked',
): LastingGit {
  let current: Conversation | null = null;
  return {
    async ask(input, openReader) {
      const used = current;
      if (used?.isOpen()) {
        try {
          return await used.ask(input, openReader());
        } catch (error) {
          if (used.isOpen() || options().signal?.aborted) throw error;
        }
      }
      if (!current?.isOpen()) current = startConversation(args, options(), stays);
      return current.ask(input, openReader());
    },
    close: () => current?.close(),
  };
}

interface Conversation {
  ask<T>(input: string, reader: Reader<T>): Promise<T>;
  isOpen(): boolean;
  close(): void;
}

interface Question {
  reader: Reader<unknown>;
  resolve(): void;
  reject(error: unknown): void;
}

function startConversation(args: readonly string[], options: GitOptions, stays: Staying): Conversation {
  const child = startGit(args, options);
  const questions: Question[] = [];
  let chunks: Buffer[] = [];
  let idle: NodeJS.Timeout | undefined;
  let isOpen = true;

  const read = () => {
    let bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    for (let question = questions[0]; question; question = questions[0]) {
      const end = question.reader.take(bytes);
      if (end === null) break;
      bytes = bytes.subarray(end);
      if (!question.reader.isComplete()) continue;
      questions.shift();
      question.resolve();
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    if (questions.length === 0) rest();
  };
  const rest = () => {
    keepsAlive(child, false);
    if (stays === 'while asked') idle = setTimeout(close, IDLE_MS).unref();
  };
  const close = () => {
    isOpen = false;
    clearTimeout(idle);
    child.stdin?.end();
  };
  const finish = (error: unknown) => {
    isOpen = false;
    clearTimeout(idle);
    for (const question of questions.splice(0)) question.reject(error);
  };

  child.stdout?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    read();
  });
  ended(child, args, options).then(
    ({ code, stderr }) => finish(new GitError('git-failed', args, code, stderr, 'it ended before it had answered')),
    finish,
  );
  return {
    isOpen: () => isOpen,
    close,
    ask: (input, reader) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        keepsAlive(child, true);
        questions.push({ reader, resolve: () => resolve(reader.result()), reject });
        child.stdin?.write(input);
      }),
  };
}

/** Whether this process waits for the other one before it ends. */
function keepsAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as (ChildProcess & Socket)[]) {
    if (isNeeded) handle.ref?.();
    else handle.unref?.();
  }
}
