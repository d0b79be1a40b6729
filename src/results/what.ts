import { programStamps } from './environment-key.ts';
import type { Surroundings } from './outside-paths.ts';
import { isRepeatable, programsIn } from './repeatable.ts';

/**
 * The name under which the result of these commands is kept; null where a result does not follow from the tree, what
 * lies beside it and the environment. The programs that they name are part of it.
 */
export function nameOf(
  kind: string,
  commands: readonly string[],
  { cwd, root, env, ...rest }: Surroundings & { [detail: string]: unknown },
): string | null {
  if (!commands.every((command) => isRepeatable(command, { cwd, root, env }))) return null;
  const programs = [...new Set(commands.flatMap(programsIn))].sort();
  return JSON.stringify([kind, commands, rest, programStamps(programs, env)]);
}
