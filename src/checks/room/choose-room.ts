import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomChoice } from '../../core/state/room.ts';
import type { Settings } from '../../core/state/settings.ts';
import { findBwrap } from '../../process/bwrap.ts';
import { UsageError } from '../../system/usage-error.ts';
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
  { mode, network }: Settings['room'],
  env: NodeJS.ProcessEnv,
  loop: { isNew: boolean; folder: string } | null = null,
): RoomChoice {
  const choice = choiceFor(mode, env, loop);
  if (network === 'off' && choice.kind !== 'room') {
    const problem = `room.network is off, but checks cannot be cut off from the network: ${choice.why}`;
    throw new UsageError(problem, 'jumar doctor says how to get a room; or set room.network: on');
  }
  return choice;
}

function choiceFor(
  mode: Settings['room']['mode'],
  env: NodeJS.ProcessEnv,
  loop: { isNew: boolean; folder: string } | null,
): RoomChoice {
  if (mode === 'in-place') return { kind: 'in place', why: 'room.mode is in-place' };
  if (loop && !loop.isNew && !existsSync(join(loop.folder, OWNER)))
    return { kind: 'in place', why: 'the loop has no room from before its first agent run' };
  if (mode === 'copy') return { kind: 'copy', why: 'room.mode is copy' };
  const found = findBwrap(env);
  return 'program' in found ? { kind: 'room', why: null } : { kind: 'copy', why: found.problem };
}
