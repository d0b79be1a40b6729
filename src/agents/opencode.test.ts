import { describe, expect, test } from 'vitest';
import { adapterContract, progressAfter, verdictOf } from './contract/adapter.contract.ts';
import { usageOf } from './contract/run-progress.ts';
import { guardOf } from './guards.ts';
import { opencode } from './opencode.ts';

const on = (type: string, part: object) => JSON.stringify({ type, sessionID: 's1', part });
const start = on('step_start', { type: 'step-start' });
const finish = (reason: string) =>
  on('step_finish', {
    reason,
    tokens: { input: 10, output: 3, reasoning: 1, cache: { read: 2, write: 0 } },
    cost: 0.5,
  });
const tool = on('tool_use', {
  tool: 'write',
  state: { status: 'completed', input: { filePath: '/p/a.js', content: 'x' }, output: 'Wrote' },
});
const error = (name: string, data: object) => JSON.stringify({ type: 'error', sessionID: 's1', error: { name, data } });
const good = [start, on('text', { text: 'I exceeded no quota.' }), tool, finish('tool-calls'), start, finish('stop')];

adapterContract(opencode, good);

describe('outcomes of OpenCode', () => {
  test.each<[string, string[], object]>([
    ['401', [error('APIError', { message: 'no', statusCode: 401 })], { outcome: 'failed', error: { kind: 'auth' } }],
    [
      '429 with the time to wait',
      [error('APIError', { message: 'slow', statusCode: 429, responseHeaders: { 'retry-after': '7' } })],
      { outcome: 'limit', error: { kind: 'rate_limit', retryAfterMs: 7000 } },
    ],
    [
      '429 with the time to wait to the millisecond',
      [error('APIError', { statusCode: 429, responseHeaders: { 'retry-after': '7', 'retry-after-ms': '6500' } })],
      { outcome: 'limit', error: { kind: 'rate_limit', retryAfterMs: 6500 } },
    ],
    [
      'an empty account',
      [error('APIError', { message: 'q', statusCode: 429, responseBody: '{"error":{"code":"insufficient_quota"}}' })],
      { outcome: 'failed', error: { kind: 'billing' } },
    ],
    ['too long', [error('ContextOverflowError', { message: 'long' })], { error: { kind: 'context' } }],
    ['an answer that was cut', [start, finish('length')], { outcome: 'failed', error: { kind: 'context' } }],
    ['a refusal', [start, finish('content-filter')], { outcome: 'failed', error: { kind: 'refusal' } }],
    [
      'an error after its last step',
      [start, finish('stop'), error('APIError', { statusCode: 500 })],
      { outcome: 'limit' },
    ],
    ['an error with an unknown name', [error('constructor', {})], { outcome: 'failed', error: { kind: 'protocol' } }],
    ['steps without a result', [start, finish('unknown')], { outcome: 'failed', error: { kind: 'crash' } }],
  ])('%s', (_, lines, expected) => {
    expect(verdictOf(opencode, lines, { exitCode: 1 })).toMatchObject(expected);
  });
});

test('empty calls are counted until the guard ends the run', () => {
  const loop = Array.from({ length: 15 }, () => [start, finish('unknown')]).flat();
  const progress = progressAfter(opencode, loop);
  const settings = { maxSteps: 300, maxRetries: 15 };
  expect(guardOf(progress, settings, { tokens: null, costUsd: null, ms: null }, null)).toBe('empty-calls');
  expect(verdictOf(opencode, loop, { ended: 'cancelled', guard: 'empty-calls' })).toMatchObject({
    outcome: 'failed',
    error: { kind: 'transport' },
  });
});

test('tokens and cost are summed over the steps', () => {
  const progress = progressAfter(opencode, good);
  expect(usageOf(progress)).toEqual({ input: 20, output: 8, cacheRead: 4, cacheWrite: 0 });
  expect(progress.costUsd).toBe(1);
});
