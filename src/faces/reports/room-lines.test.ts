import { expect, test } from 'vitest';
import { roomLines } from './room-lines.ts';

test('only a place that protects less is worth a line', () => {
  expect(roomLines({ kind: 'room', why: null })).toEqual([]);
  expect(roomLines({ kind: 'copy', why: 'bubblewrap is not installed' })).toEqual([
    '  checks  in a copy of the workspace (bubblewrap is not installed); jumar doctor says how to get a room',
  ]);
  expect(roomLines({ kind: 'in place', why: 'room.mode is in-place' })).toEqual([
    '  checks  in place, where the agent works (room.mode is in-place)',
  ]);
});
