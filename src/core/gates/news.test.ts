import { expect, test } from 'vitest';
import { judgedLoop } from '../../testing/builders.ts';
import type { LoopState } from '../state/state.ts';
import { newsOf } from './news.ts';

const loop: LoopState = { ...judgedLoop([{ score: 0.4 }, { score: 0.7 }]), best: 2 };
const id = 'fix-tests-00000000';
const gate = {
  iteration: 2,
  question: 'Accept?',
  blockers: [],
  openedAt: 0,
  timeoutMinutes: 1,
  unattended: false,
  notified: false,
};

test('of a gate: the question and the commands that answer it', () => {
  expect(newsOf({ ...loop, gate }, 'gate', 'escalated', 'three regressions')).toEqual({
    about: 'gate',
    loop: id,
    task: 'fix the tests',
    workspace: '/project',
    text: `${id} asks: Accept?`,
    ending: 'escalated',
    exitCode: 4,
    reason: 'three regressions',
    iterations: 2,
    best: 2,
    score: 0.7,
    question: 'Accept?',
    commands: [`jumar gate approve ${id}`, `jumar gate reject ${id}`, `jumar gate abort ${id}`],
  });
});

test('of a gate that is not open yet: the reason', () => {
  expect(newsOf(loop, 'gate', 'escalated', 'three regressions')).toMatchObject({
    text: `${id} asks: three regressions`,
    question: null,
  });
});

test('of an end: what ended it, and how to look and go on', () => {
  expect(newsOf({ ...loop, gate }, 'end', 'iteration-limit', '10 of 10 used')).toMatchObject({
    text: `${id} ended (iteration-limit): 10 of 10 used`,
    exitCode: 1,
    question: null,
    commands: [`jumar show ${id}`, `jumar diff ${id}`, `jumar resume ${id}`],
  });
});

test('of a completed loop: there is nothing to resume', () => {
  expect(newsOf(loop, 'end', 'completed', 'all hold').commands).toEqual([`jumar show ${id}`, `jumar diff ${id}`]);
});

test('of a loop that kept nothing: no score', () => {
  expect(newsOf({ ...loop, best: null }, 'end', 'aborted', 'r')).toMatchObject({ best: null, score: null });
});
