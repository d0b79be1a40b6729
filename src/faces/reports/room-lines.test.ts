import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { fold } from '../../core/fold.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import type { RoomChoice } from '../../core/state/room.ts';
import type { Settings } from '../../core/state/settings.ts';
import type { LoopState } from '../../core/state/state.ts';
import { loopCreated, recorded, theSettings } from '../../testing/builders.ts';
import { consoleReporter } from './console.ts';
import { endText } from './end.ts';
import { outcomeSection } from './html/sections.ts';
import { receiptOf } from './receipt.ts';
import { inPlaceText, roomLines } from './room-lines.ts';

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

test('what is kept was checked in place if its own session was, whatever the last one is', () => {
  const inPlace: RoomChoice = { kind: 'in place', why: 'room.mode is in-place' };
  const session = (choice: RoomChoice): LoopEvent => ({ type: 'session-started', pid: 1, resumed: true, room: choice });
  const loop = (first: RoomChoice, last: RoomChoice) =>
    scoredLoop({
      baseline: { score: 0.1, next: [session(first)] },
      iterations: [{ score: 0.9 }],
      later: [session(last)],
      ended: { ending: 'iteration-limit', reason: '' },
    });
  const text = 'checked in place, where the agent works (room.mode is in-place): what it left in ignored files counts';
  expect([inPlaceText(loop(inPlace, room)), inPlaceText(loop(room, inPlace))]).toEqual([text, null]);
  expect(endText(loop(inPlace, room)).replace(/\s+/g, ' ')).toContain(`checks ${text}`);
  expect(outcomeSection(loop(inPlace, room)).body.markup).toContain(text);
  expect(receiptOf(loop(inPlace, room)).checked_in).toEqual(inPlace);
});

test('says that the agent has no cell, unless nobody asked for one', () => {
  expect(lines(room, 'bubblewrap is not installed')).toEqual([
    '  agent   without a cell (bubblewrap is not installed)',
  ]);
  expect(lines(room, 'bubblewrap is not installed', 'agent')).toHaveLength(1);
  expect(lines(room, 'bubblewrap is not installed', 'none')).toEqual([]);
});

test.each([
  ['a cell', null, '(sandbox cell)'],
  ['no cell, because the machine has none', 'bubblewrap is not installed', 'agent   without a cell (bubblewrap is not'],
])('the head of a loop says what agents really have: %s', (_, problem, says) => {
  let text = '';
  const reporter = consoleReporter((more) => {
    text += more;
  });
  const created = loopCreated({ settings: theSettings({ agent: { sandbox: 'cell' } }) });
  const events: LoopEvent[] = [created, { type: 'session-started', pid: 1, resumed: false, cell: { problem } }];
  const records = recorded(events);
  records.forEach((record, index) => {
    reporter.onEvent(record, fold(records.slice(0, index + 1)) as LoopState);
  });
  expect(text).toContain(says);
  expect(text.includes('(sandbox cell)')).toBe(problem === null);
});
