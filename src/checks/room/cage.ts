import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bindAll, programOf } from '../../process/bwrap.ts';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { toSeen } from '../../system/seen-path.ts';
import { frozenSettings } from './home-settings.ts';

export interface Cage {
  /** Bubblewrap. */
  program: string;
  /** The room's working tree, which is mounted at the workspace's path. */
  room: string;
  workspace: string;
  /** The room's own repository, and where the user's is mounted for it. */
  repository: { own: string; mountedAt: string; users: string } | null;
  /** Jumar's state, which checks must not see. */
  stateHome: string;
  home: string | null;
  /** The settings of tools in the home folder, from the start of the loop. */
  frozenHome: string;
}

type Supervise = (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;

/** Runs commands inside the room in a cage; others, such as hooks, as they are. */
export function cagedSupervise(supervise: Supervise, cage: Cage): Supervise {
  const isInside = (path: string) => path === cage.room || path.startsWith(`${cage.room}/`);
  return (spec, signal) =>
    supervise(isInside(spec.cwd) ? { ...spec, command: cagedCommand(spec, cage) } : spec, signal);
}

/**
 * The whole disk is read-only but for the room, temporary folders and the caches of tools. The room is the workspace: what
 * the agent works in cannot be seen. A PID namespace of its own: nothing outlives the command, and nothing can touch it.
 */
export function cagedCommand({ command, cwd, env, writable = [] }: RunSpec, cage: Cage) {
  const { file, args } = programOf(command);
  const { repository } = cage;
  const seenCwd = toSeen({ root: cage.room, seenRoot: cage.workspace }, cwd);
  return {
    file: cage.program,
    args: [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc'],
      ...bindAll('--bind', existing(['/tmp', '/var/tmp', env.TMPDIR ?? '/tmp'])),
      ...(cage.home === null ? [] : homeMounts(cage.home, cage.frozenHome)),
      ...['--tmpfs', cage.stateHome],
      ...bindAll('--bind', [cage.room, ...(repository ? [repository.own] : []), ...writable]),
      ...(repository ? ['--ro-bind', repository.users, repository.mountedAt] : []),
      ...['--bind', cage.room, cage.workspace],
      ...['--unshare-pid', '--die-with-parent', '--chdir', seenCwd, '--', file, ...args],
    ],
  };
}

/** Folders of the home folder that tools write to and that configure nothing. */
const CACHES =
  '.cache .npm .yarn .pnpm-store .local/share/pnpm .bun/install .cargo/registry .cargo/git .m2/repository .gradle .ivy2 go/pkg .nuget .gem .composer/cache'.split(
    ' ',
  );

/** The home folder is read-only, also if it is a temporary one; what configures tools is as it was when the loop began. */
function homeMounts(home: string, frozen: string): string[] {
  return [
    ...bindAll('--ro-bind', existing([home])),
    ...bindAll('--bind', existing(CACHES.map((name) => join(home, name)))),
    ...frozenSettings(home, frozen),
  ];
}

function existing(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => existsSync(path));
}
