import { programStamps } from './environment-key.ts';
import type { CommandContext } from './outside-paths.ts';
import { isRepeatable, programsIn } from './repeatable.ts';

/**
 * The name under which the result of these commands is cached; null if it depends on more than the workspace's files and
 * the environment. The programs of the commands are part of the name.
 */
export function nameOf(
  kind: string,
  commands: readonly string[],
  { cwd, root, env, ...rest }: CommandContext & { [detail: string]: unknown },
): string | null {
  if (!commands.every((command) => isRepeatable(command, { cwd, root, env }))) return null;
  const programs = [...new Set(commands.flatMap(programsIn))].sort();
  return JSON.stringify([kind, commands, rest, programStamps(programs, env)]);
}
