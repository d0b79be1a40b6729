import type { RoomChoice } from '../../core/state/room.ts';

/** Says where checks run, unless it is the safest place. */
export function roomLines({ kind, why }: RoomChoice): string[] {
  const reason = why === null ? '' : ` (${why})`;
  if (kind === 'room') return [];
  if (kind === 'copy') return [`  checks  in a copy of the workspace${reason}; jumar doctor says how to get a room`];
  return [`  checks  in place, where the agent works${reason}`];
}
