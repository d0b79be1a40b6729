import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { ended, GitError, type GitOptions, startGit } from './git.ts';
import type { GitObject } from './loose-objects.ts';

/** A `git cat-file` that stays for further questions. It ends by itself when nobody has asked for a while. */
export interface ObjectProcess {
  /** Null for an object that the repository does not have. */
  contents(ids: readonly string[]): Promise<(GitObject | null)[]>;
  sizes(ids: readonly string[]): Promise<(number | null)[]>;
}

const IDLE_MS = 1000;
const ARGS = ['cat-file', '--batch-command'];

export function openObjectProcess(options: () => GitOptions): ObjectProcess {
  let current: Conversation | null = null;

  const ask = async <T>(command: 'contents' | 'info', ids: readonly string[], parse: (answer: Answer | null) => T) => {
    if (ids.length === 0) return [];
    if (!current?.isOpen()) current = startConversation(options());
    return (await current.ask(command, ids)).map(parse);
  };
  return {
    contents: (ids) => ask('contents', ids, (answer) => answer && { type: answer.type, content: answer.content }),
    sizes: (ids) => ask('info', ids, (answer) => answer?.size ?? null),
  };
}

interface Answer {
  type: string;
  size: number;
  /** Empty if only the size was asked for. */
  content: Buffer;
}

interface Conversation {
  isOpen(): boolean;
  ask(command: 'contents' | 'info', ids: readonly string[]): Promise<(Answer | null)[]>;
}

interface Question {
  hasContent: boolean;
  left: number;
  answers: (Answer | null)[];
  resolve(answers: (Answer | null)[]): void;
  reject(error: unknown): void;
}

function startConversation(options: GitOptions): Conversation {
  const child = startGit(ARGS, options);
  const questions: Question[] = [];
  let chunks: Buffer[] = [];
  let idle: NodeJS.Timeout | undefined;
  let isOpen = true;

  const read = () => {
    let bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    for (let question = questions[0]; question; question = questions[0]) {
      const taken = takeAnswer(bytes, question.hasContent);
      if (taken === null) break;
      bytes = bytes.subarray(taken.end);
      question.answers.push(taken.answer);
      if (--question.left > 0) continue;
      questions.shift();
      question.resolve(question.answers);
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    if (questions.length === 0) rest();
  };
  const rest = () => {
    keepsAlive(child, false);
    idle = setTimeout(() => {
      isOpen = false;
      child.stdin?.end();
    }, IDLE_MS).unref();
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
  ended(child, ARGS, options).then(
    ({ code, stderr }) => finish(new GitError('git-failed', ARGS, code, stderr, 'it ended before it had answered')),
    finish,
  );
  return {
    isOpen: () => isOpen,
    ask: (command, ids) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        keepsAlive(child, true);
        questions.push({ hasContent: command === 'contents', left: ids.length, answers: [], resolve, reject });
        child.stdin?.write(ids.map((id) => `${command} ${id}\n`).join(''));
      }),
  };
}

/** The first answer in the output; null if it is not complete yet. */
function takeAnswer(bytes: Buffer, hasContent: boolean): { answer: Answer | null; end: number } | null {
  const line = bytes.indexOf(0x0a);
  if (line < 0) return null;
  const [, type = '', length] = bytes.toString('latin1', 0, line).split(' ');
  if (type === 'missing' || length === undefined) return { answer: null, end: line + 1 };
  const size = Number(length);
  if (!hasContent) return { answer: { type, size, content: NOTHING }, end: line + 1 };
  const end = line + 1 + size;
  if (bytes.length < end + 1) return null;
  // A copy: the bytes around it must not stay in memory as long as it does.
  return { answer: { type, size, content: Buffer.from(bytes.subarray(line + 1, end)) }, end: end + 1 };
}

const NOTHING = Buffer.alloc(0);

/** Whether this process waits for the other one before it ends. */
function keepsAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as (ChildProcess & Socket)[]) {
    if (isNeeded) handle.ref?.();
    else handle.unref?.();
  }
}
