import { UsageError } from '../config/errors.ts';

const options: Record<string, string> = {
  '--agent-command': 'agentCommand',
  '--max-iterations': 'maxIterations',
  '--timeout': 'timeoutMinutes',
  '--worktree': 'worktree',
};

/** A refusal of the command line in the words of the library: what to try is part of the message, and options are not flags. */
export function inLibraryWords(error: unknown): unknown {
  if (!(error instanceof UsageError)) return error;
  const told = new UsageError(
    reworded(error.hint === null ? error.message : `${error.message}; ${error.hint}`),
    error.hint === null ? null : reworded(error.hint),
  );
  told.cause = error;
  return told;
}

function reworded(text: string): string {
  return text
    .replace(/--until ("(?:[^"\\]|\\.)*")/g, 'until: [$1]')
    .replace(/--[a-z-]+/g, (flag) => options[flag] ?? flag);
}

/** Nothing is read from standard input here, and a task of one word is a task. */
export function assertTask(task: unknown): void {
  if (typeof task === 'string' && task.trim()) return;
  throw new UsageError('runLoop needs a task', "runLoop({ task: 'make npm test pass' })");
}
