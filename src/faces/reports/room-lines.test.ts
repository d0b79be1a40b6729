import { expect, test } from 'vitest';
import type { RoomChoice } from '../../core/state/room.ts';
import type { Settings } from '../../core/state/settings.ts';
import { theSettings } from '../../testing/builders.ts';
import { roomLines } from './room-lines.ts';

const lines = (room: RoomChoice, problem: string | null = null, sandbox: Settings['agent']['sandbox'] = 'cell') =>
  roomLines({ room, cell: { problem }, settings: theSettings({ agent: { sandbox } }) });
const room: RoomChoice = { kind: 'room', why: null };

test('says where checks run, unless it is the room', () => {
  expect(lines(room)).toEqual([]);
  expect(lines({ kind: 'copy', why: 'bubblewrap is not installed' })).toEqual([
    '  checks  in a copy of the workspace (bubblewrap is not installed); jumar doctor says how to get a room',
  ]);
  expect(lines({ kind: 'in place', why: 'room.mode is in-place' })).toEqual([
    '  checks  in place, where the agent works (room.mode is in-place)',
  ]);
});

test('says that the agent has no cell, unless nobody asked for one', () => {
  expect(lines(room, 'bubblewrap is not installed')).toEqual([
    '  agent   without a cell (bubblewrap is not installed)',
  ]);
  expect(lines(room, 'bubblewrap is not installed', 'agent')).toHaveLength(1);
  expect(lines(room, 'bubblewrap is not installed', 'none')).toEqual([]);
});
