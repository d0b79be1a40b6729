import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bindAll, programOf, realPath } from '../../process/bwrap.ts';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { readTail } from '../../process/tail.ts';
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

export type Supervise = (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;

/** Runs commands inside the room in a cage; others, such as hooks, as they are. */
export function cagedSupervise(supervise: Supervise, cage: Cage): Supervise {
  const isInside = (path: string) => path === cage.room || path.startsWith(`${cage.room}/`);
  return async (spec, signal) => {
    if (!isInside(spec.cwd)) return supervise(spec, signal);
    const result = await supervise({ ...spec, command: cagedCommand(spec, cage) }, signal);
    const complaint = result.exitCode === 1 ? await bwrapComplaint(spec.outputFile) : null;
    return complaint === null ? result : { ...result, ended: 'not-started', exitCode: null, error: complaint };
  };
}

/**
 * The whole disk is read-only but for the room, temporary folders and the caches of tools. The room is the workspace: what
 * the agent works in cannot be seen. A PID namespace of its own: nothing outlives the command, and nothing can touch it.
 */
export function cagedCommand({ command, cwd, env, writable = [] }: RunSpec, cage: Cage) {
  const { file, args } = programOf(command);
  const { repository } = cage;
  const temporary = env.TMPDIR ? [env.TMPDIR] : [];
  const isInHome = cage.home !== null && temporary.some((path) => path.startsWith(`${cage.home}/`));
  const seenCwd = toSeen({ root: cage.room, seenRoot: cage.workspace }, cwd);
  return {
    file: cage.program,
    args: [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc'],
      // The outer one first: one may lie inside the other.
      ...bindAll('--bind', existing(['/tmp', '/var/tmp', ...(isInHome ? [] : temporary)])),
      ...(cage.home === null || cage.home === '/' ? [] : homeMounts(cage.home, cage.frozenHome)),
      ...bindAll('--bind', existing(isInHome ? temporary : [])),
      ...['--tmpfs', realPath(cage.stateHome)],
      ...bindAll('--bind', [cage.room, ...(repository ? [repository.own] : []), ...writable]),
      ...(repository ? ['--ro-bind', repository.users, realPath(repository.mountedAt)] : []),
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

/** Why bubblewrap itself could not start the command; null if it did. */
async function bwrapComplaint(outputFile: string): Promise<string | null> {
  const text = await readTail(outputFile, 1000);
  return text.startsWith('bwrap: ') ? (text.split('\n')[0] ?? null) : null;
}
