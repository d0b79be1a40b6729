import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import type { Gate } from '../core/state.ts';
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
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  return { input, output, shown: () => shown };
}

const never = new AbortController().signal;
const hour = 3_600_000;

describe('the gatekeeper', () => {
  test('says once how to answer, after the question', async () => {
    const { input, output, shown } = terminal();
    Object.assign(output, { isTTY: true, columns: 80 });
    const answer = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    await until('the question stands', () => shown().includes('a reason may follow'));
    input.write('reject\n');
    await answer;
    expect(shown().match(/a reason may follow/g)).toHaveLength(1);
    expect(shown().indexOf(gate.question)).toBeLessThan(shown().indexOf('a reason may follow'));
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

  test('asks until it understands, and takes nothing that was typed before the question', async () => {
    const { input, output, shown } = terminal();
    const asked = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    input.write('approve\nappr');
    await until('the question is shown', () => shown().includes(gate.question));
    input.write('what?\n');
    input.write('reject keep the test\n');
    expect(await asked).toEqual({ answer: 'reject', reason: 'keep the test', by: 'terminal' });
    expect(shown()).toContain('Accept this change of iteration 3?');
    expect(shown().match(/approve, reject or abort/g)).toHaveLength(2);
  });

  test('does not ask again what was told to whoever may answer from elsewhere', async () => {
    const { input, output, shown } = terminal();
    const asked = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: true }, never);
    await until('it says how to answer', () => shown().includes('approve, reject or abort'));
    input.write('approve\n');
    expect(await asked).toMatchObject({ answer: 'approve' });
    expect(shown()).not.toContain(gate.question);
  });

  test('a terminal that goes away is nobody', async () => {
    const { input, output } = terminal();
    const asked = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, never);
    input.end();
    expect(await asked).toBe('nobody');
  });

  test('without a terminal nobody is there, unless it is to wait', async () => {
    const keeper = createGatekeeper(null);
    expect(await keeper.ask({ gate, timeoutMs: hour, wait: false }, never)).toBe('nobody');
    expect(await keeper.ask({ gate, timeoutMs: 1, wait: true }, never)).toBe('timeout');
  });

  test('where a live view asks, it is waited for: the answer comes from there', async () => {
    expect(await createGatekeeper('view').ask({ gate, timeoutMs: 1, wait: false }, never)).toBe('timeout');
  });

  test('the loop’s signal ends the question', async () => {
    const controller = new AbortController();
    const { input, output } = terminal();
    const asked = createGatekeeper({ input, output }).ask({ gate, timeoutMs: hour, wait: false }, controller.signal);
    controller.abort(new Error('gate requested'));
    await expect(asked).rejects.toThrow('gate requested');
  });
});
