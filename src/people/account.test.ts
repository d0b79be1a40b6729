import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import type { LoopEvent } from '../core/events.ts';
import { signed } from './account.ts';

const answer: LoopEvent = {
  type: 'gate-answered',
  answer: 'approve',
  iteration: 1,
  blockers: [],
  reason: null,
  by: 'command',
};

test.each<[string, LoopEvent, LoopEvent]>([
  ['an answer', answer, { ...answer, person: userInfo().username }],
  ['what time decides', { ...answer, by: 'timeout' }, { ...answer, by: 'timeout' }],
  ['one that is signed', { ...answer, person: 'somebody' }, { ...answer, person: 'somebody' }],
  ['any other event', { type: 'wait-ended' }, { type: 'wait-ended' }],
])('%s', (_, event, expected) => {
  expect(signed(event)).toEqual(expected);
});
