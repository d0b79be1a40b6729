import type { Plan } from '../adapter.ts';
import type { Places } from './places.ts';

/** Bubblewrap: everything is read-only but what is named, and a PID namespace ends whatever the agent started with it. */
export function inBwrap(plan: Plan, places: Places, cwd: string, program: string): Plan {
  const { file, args } =
    typeof plan.command === 'string' ? { file: '/bin/sh', args: ['-c', plan.command] } : plan.command;
  const bind = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path]);
  const [root = cwd, ...others] = places.writable;
  return {
    ...plan,
    command: {
      file: program,
      args: [
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp'],
        ...['--tmpfs', places.hidden],
        // What lies in a temporary folder was covered above, and is shown again.
        ...bind('--ro-bind', programFolders(file)),
        ...bind('--bind', [root, ...others]),
        ...bind('--ro-bind', [...places.readonly, ...places.shown]),
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

/** The package that a program belongs to, where it is installed in a temporary folder. */
function programFolders(file: string): string[] {
  const at = file.indexOf('/node_modules/');
  return file.startsWith('/tmp/') && at > 0 ? [file.slice(0, at)] : [];
}

/** The least that must work for the above to work. */
export const BWRAP_TRIAL = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
