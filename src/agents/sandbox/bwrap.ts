import { bindAll, maskAll, programOf } from '../../process/bwrap.ts';
import { rootLimits } from '../../process/root-limits.ts';
import type { Plan } from '../contract/adapter.ts';
import type { Places } from './places.ts';

/** Bubblewrap: everything is read-only except the listed places. The PID namespace ends all processes with the agent. */
export function inBwrap(plan: Plan, places: Places, cwd: string, program: string): Plan {
  const { file, args } = programOf(plan.command);
  const [root = cwd, ...others] = places.writable;
  return {
    ...plan,
    command: {
      file: program,
      args: [
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp'],
        ...rootLimits(),
        ...maskAll(places.masked, [cwd, places.hidden]),
        ...['--tmpfs', places.hidden],
        ...ownTemporaryFolder(plan.env?.TMPDIR),
        // The mounts above hide the temporary folders; these paths may be inside them.
        ...bindAll('--ro-bind', programFolders(file)),
        ...bindAll('--bind', [root, ...others]),
        ...bindAll('--ro-bind', [...places.readonly, ...places.visible]),
        ...[
          '--unshare-pid',
          '--unshare-ipc',
          '--die-with-parent',
          '--new-session',
          '--chdir',
          cwd,
          '--',
          file,
          ...args,
        ],
      ],
    },
  };
}

/** Programs expect the folder that TMPDIR names; an empty one, in the empty folders around it. */
function ownTemporaryFolder(path: string | undefined): string[] {
  return path !== undefined && /^\/(?:var\/)?tmp\/./.test(path) ? ['--dir', path] : [];
}

/** The folder of the program's package, if it is installed in a temporary folder. */
function programFolders(file: string): string[] {
  const at = file.indexOf('/node_modules/');
  return file.startsWith('/tmp/') && at > 0 ? [file.slice(0, at)] : [];
}
