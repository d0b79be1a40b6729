import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { shellQuote } from '../core/criteria/shell-words.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/** Throws if an agent command begins with the path of a file that does not exist: before anything is measured for it. */
export function refuseMissingScript({ cwd }: Pick<AppContext, 'cwd'>, command: string | null | undefined): void {
  const word = scriptIn(command);
  if (word === null || existsSync(resolve(cwd, word.path))) return;
  throw new UsageError(
    `--agent-command: there is no file ${word.path} in ${cwd}`,
    'name a file from this folder, or by its absolute path; a program on the PATH needs no slash',
  );
}

/**
 * The agent command as it works in a worktree. A script of the caller's folder that is not committed is in none: it is run from where it
 * is, and the caller is notified.
 */
export async function commandForWorktree<T extends string | null | undefined>(
  context: AppContext,
  command: T,
): Promise<T | string> {
  refuseMissingScript(context, command);
  const word = scriptIn(command);
  if (word === null || command == null || word.path.startsWith('/')) return command;
  const { cwd, note } = context;
  const committed = await git(['cat-file', '-e', `HEAD:./${word.path}`], { cwd, accept: [0, 1, 128] });
  if (committed.code === 0) return command;
  const path = resolve(cwd, word.path);
  note?.(`${word.path} is not committed, so no worktree has it: the agent is started as ${path}`);
  return shellQuote(path) + command.trimStart().slice(word.written.length);
}

/** The first word of a command, if it is a path that the shell takes as it is written. */
function scriptIn(command: string | null | undefined): { path: string; written: string } | null {
  const found = /^\s*("[^"$`\\]+"|'[^']+'|[\w@%+:,./-]+)(?=\s|$)/.exec(command ?? '')?.[1];
  const path = found?.replace(/^(["'])(.*)\1$/s, '$2') ?? '';
  return found !== undefined && path.includes('/') ? { path, written: found } : null;
}
