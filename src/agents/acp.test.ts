import { describe, expect, test } from 'vitest';
import { adapterContract, seenIn, verdictOf } from '../testing/adapter-contract.ts';
import { acp } from './acp.ts';
import { usageOf } from './seen.ts';

const on = (event: object) => JSON.stringify(event);
const session = on({ acp: 'session', id: 's1' });
const update = (sessionUpdate: string, more: object) => on({ acp: 'update', update: { sessionUpdate, ...more } });
const said = (text: string) => update('agent_message_chunk', { content: { type: 'text', text } });
const stopped = (stopReason: string, more = {}) => on({ acp: 'stopped', stopReason, ...more });
const error = (code: number | null, data: object | null = null) =>
  on({ acp: 'error', code, data, message: 'it broke' });
const edit = { toolCallId: 't1', title: 'Edit a.js', kind: 'edit', locations: [{ path: '/p/a.js' }] };
const good = [
  session,
  said('Hello '),
  said('there'),
  update('tool_call', { ...edit, status: 'pending' }),
  on({ acp: 'permission', tool: 'Edit a.js', granted: true }),
  update('tool_call_update', { toolCallId: 't1', status: 'completed' }),
  stopped('end_turn', { usage: { inputTokens: 5, outputTokens: 2 } }),
];

adapterContract(acp, good);

describe('outcomes over ACP', () => {
  test.each<[string, string[], object]>([
    ['refusal', [said('no'), stopped('refusal')], { outcome: 'failed', error: { kind: 'refusal' } }],
    ['max_tokens', [said('long'), stopped('max_tokens')], { error: { kind: 'context' } }],
    [
      'a turn that ended without a word or a tool',
      [session, stopped('end_turn')],
      { outcome: 'failed', error: { kind: 'transport' } },
    ],
    ['auth required', [error(-32_000)], { outcome: 'failed', error: { kind: 'auth' } }],
    ['a status as the code', [error(429)], { outcome: 'limit', error: { kind: 'rate_limit' } }],
    ['an error kind in the data', [error(-32_603, { errorKind: 'rate_limit' })], { outcome: 'limit' }],
    ['an agent that went away', [session, error(null)], { outcome: 'failed', error: { kind: 'crash' } }],
  ])('%s', (_, lines, expected) => {
    expect(verdictOf(acp, lines)).toMatchObject(expected);
  });
});

test('what it does, says and uses', () => {
  const seen = seenIn(acp, good);
  expect(seen).toMatchObject({ session: 's1', tools: 1, text: 'Hello there', doing: null });
  expect(usageOf(seen)).toEqual({ input: 5, output: 2, cacheRead: null, cacheWrite: null });
  expect(acp.parse(good[3] ?? '')).toContainEqual({ type: 'file-changed', path: '/p/a.js' });
});
