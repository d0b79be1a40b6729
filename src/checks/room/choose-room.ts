import type { RoomChoice } from '../../core/state/room.ts';
import type { Settings } from '../../core/state/settings.ts';
import { findBwrap } from '../../process/bwrap.ts';

/** Where checks can run on this machine. */
export function chooseRoom({ mode }: Settings['room'], env: NodeJS.ProcessEnv): RoomChoice {
  if (mode === 'in-place') return { kind: 'in place', why: 'room.mode is in-place' };
  if (mode === 'copy') return { kind: 'copy', why: 'room.mode is copy' };
  const found = findBwrap(env);
  return 'program' in found ? { kind: 'room', why: null } : { kind: 'copy', why: found.problem };
}
