import { describe, expect, test } from 'vitest';
import { acp } from './acp.ts';
import { adapterContract, progressAfter, verdictOf } from './contract/adapter.contract.ts';
import { usageOf } from './contract/run-progress.ts';

const on = (event: object) => JSON.stringify(event);
const session = on({ acp: 'session', id: 's1' });
const update = (sessionUpdate: string, more: object) => on({ acp: 'update', update: { sessionUpdate, ...more } });
const textChunk = (text: string) => update('agent_message_chunk', { content: { type: 'text', text } });
const stopEvent = (stopReason: string, more = {}) => on({ acp: 'stopped', stopReason, ...more });
const error = (code: number | null, data: object | null = null) =>
  on({ acp: 'error', code, data, message: 'it broke' });
const edit = { toolCallId: 't1', title: 'Edit a.js', kind: 'edit', locations: [{ path: '/p/a.js' }] };
const good = [
  session,
  textChunk('Hello '),
  textChunk('there'),
  update('tool_call', { ...edit, status: 'pending' }),
  on({ acp: 'permission', tool: 'Edit a.js', granted: true }),
  update('tool_call_update', { toolCallId: 't1', status: 'completed' }),
  stopEvent('end_turn', { usage: { inputTokens: 5, outputTokens: 2 } }),
];

adapterContract(acp, good);

describe('outcomes over ACP', () => {
  test.each<[string, string[], object]>([
    ['refusal', [textChunk('no'), stopEvent('refusal')], { outcome: 'failed', error: { kind: 'refusal' } }],
    ['max_tokens', [textChunk('long'), stopEvent('max_tokens')], { error: { kind: 'context' } }],
    [
      'a turn without text or a tool call',
      [session, stopEvent('end_turn')],
      { outcome: 'failed', error: { kind: 'transport' } },
    ],
    ['auth required', [error(-32_000)], { outcome: 'failed', error: { kind: 'auth' } }],
    ['a status as the code', [error(429)], { outcome: 'limit', error: { kind: 'rate_limit' } }],
    ['an error kind in the data', [error(-32_603, { errorKind: 'rate_limit' })], { outcome: 'limit' }],
    ['an agent that exited', [session, error(null)], { outcome: 'failed', error: { kind: 'crash' } }],
  ])('%s', (_, lines, expected) => {
    expect(verdictOf(acp, lines)).toMatchObject(expected);
  });
});

test('tools, text and usage', () => {
  const progress = progressAfter(acp, good);
  expect(progress).toMatchObject({ session: 's1', tools: 1, text: 'Hello there', doing: null });
  expect(usageOf(progress)).toEqual({ input: 5, output: 2, cacheRead: null, cacheWrite: null });
  expect(acp.parse(good[3] ?? '')).toContainEqual({ type: 'file-changed', path: '/p/a.js' });
});
