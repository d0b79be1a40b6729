import { join } from 'node:path';
import { bindAll, existing, maskAll, programOf, realPath } from '../../process/bwrap.ts';
import { type OverlayTools, userArgs, withOverlays } from '../../process/overlay.ts';
import { hideDisks, rootLimits } from '../../process/root-limits.ts';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { readTail } from '../../process/tail.ts';
import { toSeen } from '../../system/seen-path.ts';
import { cachesIn, outsideMounts } from './home-mounts.ts';
import { type Lane, openLanes } from './lanes.ts';
import type { RoomVisit } from './open-room.ts';
import { type Places, temporaryMounts } from './temporary-mounts.ts';
import { closeViews } from './view-mounts.ts';

export interface Cage extends Places {
  /** Bubblewrap. */
  program: string;
  /** Null: this machine has no overlays, and caches and dependencies are written to. */
  overlays: OverlayTools | null;
  /** The room's own repository, and where the user's is mounted for it. */
  repository: { own: string; mountedAt: string; users: string } | null;
  /** The settings of tools in the home folder, from the start of the loop. */
  frozenHome: string;
  visit: RoomVisit;
  /** The sources of hidden checks, which are in place only while their own check runs. */
  masked: readonly string[];
  /** Extra places that checks may write to. */
  writable: readonly string[];
  hasNetwork: boolean;
}

export type Supervise = (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;

/**
 * Runs commands inside the room in a cage; others, such as hooks, as they are. Commands that may run at the same time have
 * different lanes: each lane sees what its own earlier commands wrote.
 */
export function cagedSupervise(supervise: Supervise, cage: Cage): (lane: string) => Supervise {
  const isInside = (path: string) => path === cage.room || path.startsWith(`${cage.room}/`);
  const lanes = openLanes(cage.visit.scratch);
  return (name) => async (spec, signal) => {
    if (!isInside(spec.cwd)) return supervise(spec, signal);
    const lane = lanes.take(name);
    try {
      const result = await supervise({ ...spec, command: cagedCommand(spec, cage, lane) }, signal);
      const complaint = result.exitCode === 1 ? await bwrapComplaint(spec.outputFile) : null;
      return complaint === null ? result : { ...result, ended: 'not-started', exitCode: null, error: complaint };
    } finally {
      lane.free();
    }
  };
}

/**
 * The whole disk is read-only but for the room. Temporary folders are the command's own, and caches of tools keep
 * their changes in the room. The room is the workspace: what the agent works in cannot be seen. A PID namespace of its own:
 * nothing outlives the command, and nothing can touch it.
 */
export function cagedCommand(spec: RunSpec, cage: Cage, lane: Lane) {
  const { command, cwd, writable = [] } = spec;
  const { repository, overlays } = cage;
  const { file, args } = programOf(command);
  const seenCwd = toSeen({ root: cage.room, seenRoot: cage.workspace }, cwd);
  const caches = cage.home === null ? [] : cachesIn(cage.home);
  const temporary = cage.visit.temporary();
  const layers = overlays ? lane.overlays({ caches, temporary, isSecret: cage.visit.isSecret() }) : [];
  const inCage = [
    ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc', '--tmpfs', '/dev/shm'],
    ...hideDisks(),
    ...rootLimits(),
    ...temporaryMounts(spec, lane.folder, cage),
    ...outsideMounts(cage.home, { frozen: cage.frozenHome, caches, views: cage.visit.views() }),
    ...maskAll(cage.masked, [cage.workspace, cage.stateHome]),
    ...bindAll('--bind', existing(cage.writable)),
    ...['--tmpfs', realPath(cage.stateHome)],
    ...bindAll('--bind', [cage.room, ...(repository ? [repository.own] : []), ...writable]),
    ...(repository ? ['--ro-bind', repository.users, realPath(repository.mountedAt)] : []),
    ...['--bind', cage.room, cage.workspace],
    ...closeViews(cage.visit.views()),
    ...['--unshare-pid', ...(cage.hasNetwork ? [] : ['--unshare-net']), ...(layers.length > 0 ? userArgs : [])],
    ...['--die-with-parent', '--chdir', seenCwd, '--', file, ...args],
  ];
  const bwrap = { file: cage.program, args: inCage };
  return overlays && layers.length > 0 ? withOverlays(layers, overlays, join(lane.folder, 'overlays'), bwrap) : bwrap;
}

/** Why bubblewrap itself could not start the command; null if it did. */
async function bwrapComplaint(outputFile: string): Promise<string | null> {
  const text = await readTail(outputFile, 1000);
  const line = text.split('\n').find((one) => one.startsWith('bwrap: '));
  return text.startsWith('bwrap: ') || text.startsWith('mount: ') ? (line ?? null) : null;
}
