import { bindAll, maskAll, programOf, realPath } from '../../process/bwrap.ts';
import { hideDisks, rootLimits } from '../../process/root-limits.ts';
import type { Plan } from '../contract/adapter.ts';
import type { Places } from './places.ts';

/**
 * The agent's cell: everything is as on the host, but for three things. Its processes have a PID namespace of their own, so
 * that all of them end with it and none can signal Jumar. Jumar's state is hidden, except what the agent needs of it. And
 * the user's own settings of git and Jumar are read-only, like Jumar's own files (`judge`). Root cannot undo any of it.
 */
export function inCell(
  plan: Plan,
  places: Places,
  { judge, cwd, program, wrapper }: { judge: string; cwd: string; program: string; wrapper: readonly string[] },
): Plan {
  const { file, args } = programOf(plan.command);
  const hidden = realPath(places.hidden);
  const inState = (paths: readonly string[]) => paths.filter((path) => realPath(path).startsWith(`${hidden}/`));
  return {
    ...plan,
    command: {
      file: program,
      args: [
        ...['--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc'],
        ...hideDisks(),
        ...rootLimits(),
        ...bindAll('--ro-bind', isApart(realPath(judge), places.writable.map(realPath)) ? [judge] : []),
        ...maskAll(places.masked, [cwd, hidden]),
        ...['--tmpfs', hidden],
        ...bindAll('--bind', inState(places.writable)),
        ...bindAll('--ro-bind', [...inState(places.visible), ...places.readonly]),
        ...['--unshare-pid', '--die-with-parent', '--chdir', cwd, '--', ...wrapper, file, ...args],
      ],
    },
  };
}

/** Who works on Jumar with Jumar, or has it installed in the project, must be able to change it. */
function isApart(judge: string, writable: readonly string[]): boolean {
  return !writable.some((path) => `${path}/`.startsWith(`${judge}/`) || `${judge}/`.startsWith(`${path}/`));
}
