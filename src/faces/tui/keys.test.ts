import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import { agentStarted } from '../../testing/builders.ts';
import { type Face, plainFace } from './face.ts';
import { type Flags, keysIn } from './key-input.ts';
import { type KeyPress, pressKey, type UserAction } from './keys.ts';
import { viewOf } from './view.ts';

const started = agentStarted();
const gate: LoopEvent = { type: 'gate-opened', iteration: 0, question: 'Go on?', blockers: [], timeoutMinutes: 60 };
const states = {
  'at work': [started],
  checking: [],
  asking: [gate],
  paused: [{ type: 'loop-paused', cause: 'request' }],
} satisfies Record<string, LoopEvent[]>;

const viewAt = (where: keyof typeof states) => {
  const state = scoredLoop({ iterations: [], later: states[where] });
  return viewOf(state, { at: state.lastAt, activity: null, doing: null });
};
const character = (text: string): KeyPress => ({ name: null, text });
const named = (name: NonNullable<KeyPress['name']>): KeyPress => ({ name, text: '' });
const press = (keys: readonly KeyPress[], where: keyof typeof states, face: Partial<Face> = {}) =>
  keys.reduce((before, key) => pressKey(key, viewAt(where), before.face, 10), {
    face: { ...plainFace, ...face },
    action: null as UserAction | null,
  });

describe('keys', () => {
  test.each<[string, keyof typeof states, Partial<Face>, UserAction['type'] | null]>([
    ['p', 'at work', {}, 'pause'],
    ['P', 'at work', {}, 'pause'],
    ['p', 'at work', { pausing: true }, 'go-on'],
    ['p', 'paused', {}, 'go-on'],
    ['s', 'at work', {}, 'skip'],
    ['s', 'checking', {}, null],
    ['s', 'paused', {}, null],
    ['d', 'checking', {}, 'diff'],
    ['q', 'at work', {}, 'quit'],
    ['q', 'at work', { leaving: true }, null],
    ['a', 'at work', {}, null],
    ['z', 'at work', {}, null],
  ])('%s while %s with %j asks for %s', (key, where, face, action) => {
    expect(press([character(key)], where, face).action?.type ?? null).toBe(action);
  });

  test('a gate is answered with a reason', () => {
    const typed = [...'rnot thiz'].map(character);
    const keys = [...typed, named('backspace'), character('s'), named('return')];
    const { action, face } = press(keys, 'asking');
    expect(action).toEqual({ type: 'answer', answer: 'reject', reason: 'not this' });
    expect(face.dialog).toBeNull();
    expect(press([character('a'), named('return')], 'asking').action).toEqual({
      type: 'answer',
      answer: 'approve',
      reason: null,
    });
  });

  test('Esc cancels an answer; Ctrl-C still quits', () => {
    expect(press([character('x'), named('escape')], 'asking')).toMatchObject({ face: { dialog: null }, action: null });
    expect(press([character('x'), named('interrupt')], 'asking').action).toEqual({ type: 'quit' });
  });

  test('a gate that was answered elsewhere rejects an answer', () => {
    const dialog = { type: 'answer', answer: 'approve', text: 'x' } as const;
    const { action, face } = press([named('return')], 'at work', { dialog });
    expect(action).toBeNull();
    expect(face).toMatchObject({ dialog: null, notice: 'this question is closed' });
  });

  test.each<[KeyPress[], number]>([
    [[named('down')], 1],
    [[named('up')], 0],
    [[character(' ')], 7],
    [[character(' '), character('k')], 6],
    [[...'    '].map(character), 13],
  ])('%j scrolls a diff of 20 lines to %d', (keys, top) => {
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    expect(press(keys, 'checking', { dialog: { type: 'diff', title: '', lines, top: 0 } }).face.dialog).toMatchObject({
      top,
    });
  });

  test('q leaves the diff, not the loop', () => {
    const dialog = { type: 'diff', title: '', lines: [], top: 0 } as const;
    expect(press([character('q')], 'checking', { dialog })).toMatchObject({ face: { dialog: null }, action: null });
  });
});

const none: Flags = {
  return: false,
  escape: false,
  backspace: false,
  delete: false,
  upArrow: false,
  downArrow: false,
  pageUp: false,
  pageDown: false,
  ctrl: false,
  meta: false,
};

test.each<[string, Partial<Flags>, KeyPress[]]>([
  ['a', {}, [character('a')]],
  ['ab\r', {}, [character('a'), character('b'), named('return')]],
  ['\u0003', {}, [named('interrupt')]],
  ['c', { ctrl: true }, [named('interrupt')]],
  ['x', { ctrl: true }, []],
  ['x', { meta: true }, []],
  ['', { delete: true }, [named('backspace')]],
  ['', { upArrow: true }, [named('up')]],
  ['\u001b[200~', {}, [...'[200~'].map(character)],
])('%j with %j is read as %j', (input, flags, keys) => {
  expect(keysIn(input, { ...none, ...flags })).toEqual(keys);
});
