import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { suggest } from '../../../core/text/nearest.ts';
import { UsageError } from '../../../system/usage-error.ts';
import type { CommandContext } from './context.ts';

/** Reads the task from the argument, a file or stdin. A single word is treated as a mistyped command. */
export async function readTask(
  context: CommandContext,
  argument: string | undefined,
  file: string | undefined,
  commands: readonly string[],
): Promise<string> {
  if (argument !== undefined && file !== undefined) {
    throw new UsageError('a task and --task-file cannot be combined', 'use one of them');
  }
  if (argument !== undefined) return requireTask(asTask(argument, commands));
  if (file !== undefined) {
    const path = resolve(context.cwd, file);
    return requireTask(
      await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`cannot read the task from ${path}: ${error.code ?? error.message}`);
      }),
    );
  }
  if (context.stdin.isTTY) throw noTask();
  let text = '';
  for await (const chunk of context.stdin) text += chunk;
  return requireTask(text);
}

function asTask(argument: string, commands: readonly string[]): string {
  if (/\s/.test(argument.trim())) return argument;
  const near = suggest(argument, commands);
  throw new UsageError(
    `'${argument}' is neither a command nor a task`,
    near
      ? `did you mean \`jumar ${near}\`?`
      : 'a task is a sentence: jumar "make npm test pass"; `jumar --help` lists the commands',
  );
}

function requireTask(text: string): string {
  const task = text.trim();
  if (!task) throw noTask();
  return task;
}

function noTask(): UsageError {
  return new UsageError(
    'no task given',
    'jumar "make npm test pass"; `jumar demo` shows a loop at work, `jumar --help` lists the commands',
  );
}
