import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import type { Gate } from '../core/state/state.ts';
import { createGatekeeper, readAnswer } from './gatekeeper.ts';

const gate: Gate = {
  iteration: 3,
  question: 'Accept this change of iteration 3?',
  blockers: ['lost-test:a'],
  openedAt: 0,
  timeoutMinutes: 60,
  unattended: false,
  notified: false,
};

function terminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = '';
  output.on('data', (chunk) => {
    screen += chunk;
  });
  return { input, output, screenText: () => screen };
}

const never = new AbortController().signal;
const hour = 3_600_000;

describe('the gatekeeper', () => {
  test('explains how to answer once, after the question', async () => {
    const { input, output, screenText } = terminal();
    Object.assign(output, { isTTY: true, columns: 80 });
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    await until('the question is printed', () => screenText().includes('a reason may follow'));
    input.write('reject\n');
    await answer;
    expect(screenText().match(/a reason may follow/g)).toHaveLength(1);
    expect(screenText().indexOf(gate.question)).toBeLessThan(screenText().indexOf('a reason may follow'));
  });

  test.each([
    ['approve', { answer: 'approve', reason: null }],
    ['A the test was wrong', { answer: 'approve', reason: 'the test was wrong' }],
    ['  reject   it deletes the parser ', { answer: 'reject', reason: 'it deletes the parser' }],
    ['no', { answer: 'reject', reason: null }],
    ['abort', { answer: 'abort', reason: null }],
    ['', null],
    ['approved', null],
    ['constructor', null],
  ])('%j is read as %j', (line, answer) => {
    expect(readAnswer(line)).toEqual(answer);
  });

  test('asks until it understands, and ignores input typed before the question', async () => {
    const { input, output, screenText } = terminal();
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    input.write('approve\nappr');
    await until('the question is shown', () => screenText().includes(gate.question));
    input.write('what?\n');
    input.write('reject keep the test\n');
    expect(await answer).toEqual({ answer: 'reject', reason: 'keep the test', by: 'terminal' });
    expect(screenText()).toContain('Accept this change of iteration 3?');
    expect(screenText().match(/approve, reject or abort/g)).toHaveLength(2);
  });

  test('does not print the question again if others may answer it elsewhere', async () => {
    const { input, output, screenText } = terminal();
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: true }, never);
    await until('it says how to answer', () => screenText().includes('approve, reject or abort'));
    input.write('approve\n');
    expect(await answer).toMatchObject({ answer: 'approve' });
    expect(screenText()).not.toContain(gate.question);
  });

  test('returns nobody if the terminal closes', async () => {
    const { input, output } = terminal();
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    input.end();
    expect(await answer).toBe('nobody');
  });

  test('without a terminal it returns nobody, unless it should wait', async () => {
    const keeper = createGatekeeper(null);
    expect(await keeper.ask({ gate, timeoutMs: hour, wait: false }, never)).toBe('nobody');
    expect(await keeper.ask({ gate, timeoutMs: 1, wait: true }, never)).toBe('timeout');
  });

  test('waits for the answer of a live view', async () => {
    expect(await createGatekeeper('view').ask({ gate, timeoutMs: 1, wait: false }, never)).toBe('timeout');
  });

  test('the loop’s signal ends the question', async () => {
    const controller = new AbortController();
    const { input, output } = terminal();
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, controller.signal);
    controller.abort(new Error('gate requested'));
    await expect(answer).rejects.toThrow('gate requested');
  });
});
