import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomChoice } from '../../core/state/room.ts';
import type { Settings } from '../../core/state/settings.ts';
import { findBwrap } from '../../process/bwrap.ts';
import { OWNER } from './open-room.ts';

/** The folder of a loop's room: what was ignored before its first agent run is kept there until the loop is complete. */
export function roomFolder(projectFolder: string, loop: string): string {
  return join(projectFolder, 'rooms', loop);
}

/**
 * Where checks can run on this machine. A loop whose agent has run cannot get a new room: nobody knows what the ignored
 * files were before.
 */
export function chooseRoom(
  { mode }: Settings['room'],
  env: NodeJS.ProcessEnv,
  loop: { isNew: boolean; folder: string } | null = null,
): RoomChoice {
  if (mode === 'in-place') return { kind: 'in place', why: 'room.mode is in-place' };
  if (loop && !loop.isNew && !existsSync(join(loop.folder, OWNER)))
    return { kind: 'in place', why: 'the loop has no room from before its first agent run' };
  if (mode === 'copy') return { kind: 'copy', why: 'room.mode is copy' };
  const found = findBwrap(env);
  return 'program' in found ? { kind: 'room', why: null } : { kind: 'copy', why: found.problem };
}
