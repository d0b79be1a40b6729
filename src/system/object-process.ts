import type { GitOptions } from './git.ts';
import { openLastingGit, type Reader, type Staying } from './lasting-git.ts';
import type { GitObject } from './loose-objects.ts';

/** A `git cat-file` that stays for further questions. */
export interface ObjectProcess {
  /** Null for an object that the repository does not have. */
  contents(ids: readonly string[]): Promise<(GitObject | null)[]>;
  sizes(ids: readonly string[]): Promise<(number | null)[]>;
  close(): void;
}

export function openObjectProcess(options: () => GitOptions, stays?: Staying): ObjectProcess {
  const git = openLastingGit(['cat-file', '--batch-command'], options, stays);
  const ask = async <T>(command: 'contents' | 'info', ids: readonly string[], parse: (answer: Answer | null) => T) => {
    if (ids.length === 0) return [];
    const input = ids.map((id) => `${command} ${id}\n`).join('');
    return (await git.ask(input, () => readAnswers(ids.length, command === 'contents'))).map(parse);
  };
  return {
    close: git.close,
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

function readAnswers(count: number, hasContent: boolean): Reader<(Answer | null)[]> {
  const answers: (Answer | null)[] = [];
  return {
    take(bytes) {
      const taken = takeAnswer(bytes, hasContent);
      if (taken) answers.push(taken.answer);
      return taken?.end ?? null;
    },
    isComplete: () => answers.length === count,
    result: () => answers,
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
