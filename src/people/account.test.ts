import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import type { LoopEvent } from '../core/state/events.ts';
import { addPerson } from './account.ts';

const answer: LoopEvent = {
  type: 'gate-answered',
  answer: 'approve',
  iteration: 1,
  blockers: [],
  reason: null,
  by: 'command',
};

const mark: LoopEvent = { type: 'finding-marked', id: 'finding:f1', falsePositive: true, reason: null };
const apply: LoopEvent = { type: 'iteration-applied', name: '0', tree: 't', reason: null };
const abort: LoopEvent = { type: 'abort-requested', revert: false };

test.each<[string, LoopEvent, LoopEvent]>([
  ['an answer', answer, { ...answer, person: userInfo().username }],
  ['a mark', mark, { ...mark, person: userInfo().username }],
  ['an apply or rollback', apply, { ...apply, person: userInfo().username }],
  ['an abort', abort, { ...abort, person: userInfo().username }],
  ['a timeout', { ...answer, by: 'timeout' }, { ...answer, by: 'timeout' }],
  ['an event with a person', { ...answer, person: 'somebody' }, { ...answer, person: 'somebody' }],
  ['any other event', { type: 'wait-ended' }, { type: 'wait-ended' }],
])('%s', (_, event, expected) => {
  expect(addPerson(event)).toEqual(expected);
});
