import { describe, expect, test } from 'vitest';
import { codex } from './codex.ts';
import { adapterContract, progressAfter, verdictOf } from './contract/adapter.contract.ts';
import { usageOf } from './contract/run-progress.ts';

const on = (event: object) => JSON.stringify(event);
const threadStarted = on({ type: 'thread.started', thread_id: 't1' });
const message = (text: string) => on({ type: 'item.completed', item: { id: 'i1', type: 'agent_message', text } });
const command = { id: 'i2', type: 'command_execution', command: "/bin/bash -lc 'npm test'" };
const change = { id: 'i3', type: 'file_change', changes: [{ path: '/p/a.js', kind: 'update' }], status: 'completed' };
const turnCompleted = on({
  type: 'turn.completed',
  usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 7, reasoning_output_tokens: 3 },
});
const failedTurn = (text: string) => on({ type: 'turn.failed', error: { message: text } });
const reconnect = on({
  type: 'error',
  message: 'Reconnecting... 1/5 (unexpected status 503 Service Unavailable: busy)',
});
const good = [
  threadStarted,
  on({ type: 'turn.started' }),
  message('You’ve hit your usage limit is what it would say.'),
  on({ type: 'item.started', item: { ...command, status: 'in_progress' } }),
  on({ type: 'item.completed', item: { ...command, status: 'completed', exit_code: 0 } }),
  on({ type: 'item.completed', item: change }),
  reconnect,
  turnCompleted,
];

adapterContract(codex, good);

describe('outcomes of Codex', () => {
  test.each<[string, object]>([
    ['unexpected status 401 Unauthorized: no, url: http://x', { outcome: 'failed', error: { kind: 'auth' } }],
    ['exceeded retry limit, last status: 429 Too Many Requests', { outcome: 'limit', error: { kind: 'rate_limit' } }],
    ['unexpected status 503 Service Unavailable: x', { outcome: 'limit', error: { kind: 'overloaded' } }],
    ['stream disconnected before completion: stream closed', { outcome: 'failed', error: { kind: 'transport' } }],
    ['Incomplete response returned, reason: max_output_tokens', { error: { kind: 'context' } }],
    [
      '{"error":{"message":"too long","code":"context_length_exceeded"}}',
      { error: { kind: 'context', message: 'too long' } },
    ],
    ['{"error":{"message":"pay","code":"insufficient_quota"}}', { outcome: 'failed', error: { kind: 'billing' } }],
    ['the model wrote: unexpected status 401', { outcome: 'failed', error: { kind: 'protocol' } }],
    [
      'You’ve hit your usage limit. Upgrade (https://x) or try again at Jan 15th, 2030 11:13 AM.',
      { outcome: 'limit', error: { kind: 'usage_limit', resetsAt: new Date(2030, 0, 15, 11, 13).getTime() } },
    ],
    [
      'You’ve hit your usage limit. Try again later.',
      { outcome: 'limit', error: { kind: 'usage_limit', resetsAt: null } },
    ],
  ])('%s', (text, expected) => {
    expect(verdictOf(codex, [threadStarted, failedTurn(text)], { exitCode: 1 })).toMatchObject(expected);
  });

  test('a reconnect is not a failure, and an error is one only without a final event', () => {
    expect(verdictOf(codex, [threadStarted, reconnect, turnCompleted])).toMatchObject({ outcome: 'ok' });
    const error = on({ type: 'error', message: 'unexpected status 401 Unauthorized' });
    expect(verdictOf(codex, [threadStarted, error], { exitCode: 1 })).toMatchObject({ error: { kind: 'auth' } });
  });
});

test.each(['2/5', 'waiting for network'])(
  'reconnecting (%s) counts as an empty call, so that a guard can end it',
  (how) => {
    const again = on({ type: 'error', message: `Reconnecting... ${how} (Connection failed: error sending request)` });
    expect(progressAfter(codex, [threadStarted, again, again, again])).toMatchObject({
      emptyCalls: 3,
      retry: { kind: 'transport' },
    });
  },
);

test('cached tokens are subtracted from the input, and the cost stays unknown', () => {
  const progress = progressAfter(codex, good);
  expect(usageOf(progress)).toEqual({ input: 60, output: 7, cacheRead: 40, cacheWrite: null });
  expect(progress).toMatchObject({ costUsd: null, session: 't1', tools: 1 });
});

test('a command is shown without its shell', () => {
  expect(codex.parse(good[3] ?? '')).toEqual([{ type: 'tool-started', tool: 'shell', subject: 'npm test' }]);
});
