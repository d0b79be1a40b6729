import { describe, expect, test } from 'vitest';
import { claude } from './claude.ts';
import { adapterContract, aHost, aLaunch, anExit, progressAfter, verdictOf } from './contract/adapter.contract.ts';
import { usageOf } from './contract/run-progress.ts';

const on = (event: object) => JSON.stringify(event);
const init = on({ type: 'system', subtype: 'init', session_id: 's1', model: 'claude-sonnet-4-5', tools: ['Bash'] });
const usage = { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 5, cache_creation_input_tokens: 1 };
const textEvent = (text: string, more = {}) =>
  on({
    type: 'assistant',
    message: { id: 'm1', model: 'claude-sonnet-4-5', content: [{ type: 'text', text }], usage },
    parent_tool_use_id: null,
    ...more,
  });
const toolEvent = (name: string, input: object) =>
  on({ type: 'assistant', message: { id: 'm2', content: [{ type: 'tool_use', id: 't1', name, input }], usage } });
const toolResult = on({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'fine' }] },
});
const result = (more = {}) =>
  on({
    type: 'result',
    subtype: 'success',
    is_error: false,
    api_error_status: null,
    result: 'Fixed ✓ — naïve café',
    stop_reason: 'end_turn',
    terminal_reason: 'completed',
    total_cost_usd: 0.25,
    usage: { ...usage, input_tokens: 100 },
    permission_denials: [],
    ...more,
  });
const failedResult = (more: object) => result({ is_error: true, stop_reason: 'stop_sequence', ...more });
const limit = (resetsAt: number | null) =>
  on({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } });
const retry = (error_status: number, error: string) =>
  on({ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error_status, error });

const good = [
  init,
  textEvent('On it. I know rate limits and SIGTERM well.'),
  toolEvent('Bash', { command: 'npm test' }),
  toolResult,
  result(),
];

adapterContract(claude, good);

test.each<[NodeJS.ProcessEnv, string[]]>([
  [{}, []],
  [{ CLAUDE_CODE_USE_BEDROCK: '0' }, []],
  [{ CLAUDE_CODE_USE_BEDROCK: '1' }, ['AWS_PROFILE', 'AWS_SECRET_ACCESS_KEY']],
  [{ CLAUDE_CODE_USE_VERTEX: 'true' }, ['GOOGLE_APPLICATION_CREDENTIALS']],
])('with %j it gets the credentials %j', (switches, expected) => {
  const credentials = { AWS_PROFILE: 'p', AWS_SECRET_ACCESS_KEY: 's', GOOGLE_APPLICATION_CREDENTIALS: '/c.json' };
  const plan = claude.plan(aLaunch({ host: { ...aHost, env: { ...credentials, ...switches } } }));
  if ('problem' in plan) throw new Error(plan.problem);
  expect(Object.keys(plan.env).filter((name) => name in credentials)).toEqual(expected);
});

describe('outcomes of Claude Code', () => {
  test.each<[string, string[], object]>([
    [
      '401',
      [init, failedResult({ api_error_status: 401, result: 'Invalid API key' })],
      { outcome: 'failed', error: { kind: 'auth' } },
    ],
    [
      '429',
      [init, failedResult({ api_error_status: 429, result: 'rejected' })],
      { outcome: 'limit', error: { kind: 'rate_limit', resetsAt: null } },
    ],
    [
      '529',
      [init, failedResult({ api_error_status: 529, result: 'Overloaded' })],
      { outcome: 'limit', error: { kind: 'overloaded' } },
    ],
    [
      'a usage limit, with a reset announced in a separate event',
      [init, limit(1_894_706_000), failedResult({ api_error_status: 429, result: "You've hit your session limit" })],
      { outcome: 'limit', error: { kind: 'usage_limit', resetsAt: 1_894_706_000_000 } },
    ],
    [
      'a usage limit with an impossible reset date',
      [init, limit(1e15), failedResult({ api_error_status: 429 })],
      { outcome: 'limit', error: { kind: 'usage_limit', resetsAt: null } },
    ],
    [
      'an empty account',
      [textEvent('Credit balance is too low', { error: 'billing_error' }), failedResult({ api_error_status: 400 })],
      { outcome: 'failed', error: { kind: 'billing' } },
    ],
    [
      'too long a prompt',
      [failedResult({ api_error_status: 400, terminal_reason: 'prompt_too_long' })],
      { error: { kind: 'context' } },
    ],
    ['a refusal', [failedResult({ stop_reason: 'refusal' })], { outcome: 'failed', error: { kind: 'refusal' } }],
    [
      'a broken stream',
      [textEvent('API Error', { error: 'unknown' }), failedResult({ result: 'API Error: empty response' })],
      { outcome: 'failed', error: { kind: 'transport' } },
    ],
    [
      'its turn limit',
      [result({ subtype: 'error_max_turns', is_error: true })],
      { outcome: 'failed', error: { kind: 'max_turns' } },
    ],
    ['its budget', [result({ subtype: 'error_max_budget_usd', is_error: true })], { error: { kind: 'budget' } }],
    [
      'a denied tool',
      [result({ permission_denials: [{ tool_name: 'Bash' }] })],
      { outcome: 'failed', error: { kind: 'permission' } },
    ],
    ['no result at all, though exit 0', [init, textEvent('done')], { outcome: 'failed', error: { kind: 'crash' } }],
  ])('%s', (_, lines, expected) => {
    expect(verdictOf(claude, lines, { exitCode: lines.length === 2 ? 0 : 1 })).toMatchObject(expected);
  });

  test('a result counts even if the process had to be killed after it', () => {
    expect(verdictOf(claude, good, { ended: 'cancelled', guard: 'after-result', exitCode: null })).toMatchObject({
      outcome: 'ok',
    });
  });

  test('a result in reaction to being cancelled changes nothing', () => {
    const abortedResult = failedResult({ terminal_reason: 'aborted_streaming', result: 'aborted' });
    expect(verdictOf(claude, [init, abortedResult], { ended: 'silent', exitCode: 0 })).toMatchObject({
      outcome: 'silent',
      error: null,
    });
  });

  test('a timeout while the service refuses requests is blamed on the service', () => {
    const verdict = verdictOf(claude, [init, retry(529, 'overloaded')], { ended: 'timeout', exitCode: null });
    expect(verdict).toMatchObject({ outcome: 'timeout', error: { kind: 'overloaded' } });
  });
});

describe('a limit announced only as text', () => {
  const words = "You've hit your limit · resets 5pm (Europe/Vilnius)";
  const fivePm = Date.UTC(2026, 10, 15, 15);

  test('as the last line of a run without a result', () => {
    const verdict = verdictOf(claude, ['starting', words, ''], { exitCode: 1 });
    expect(verdict).toMatchObject({ outcome: 'limit', error: { kind: 'usage_limit', resetsAt: fivePm } });
  });

  test('as the text of a failed result', () => {
    const verdict = verdictOf(claude, [init, failedResult({ result: words })], { exitCode: 1 });
    expect(verdict).toMatchObject({ outcome: 'limit', error: { kind: 'usage_limit', resetsAt: fivePm } });
  });

  test.each<[string, string[]]>([
    ['in a successful result', [init, result({ result: words })]],
    ['in what the assistant said', [init, textEvent(words), result()]],
  ])('is ignored %s', (_, lines) => {
    expect(verdictOf(claude, lines, { exitCode: 1 })).toMatchObject({ outcome: 'ok', error: null });
  });

  test.each([`The page says: ${words}`, 'You have hit your limit', 'rate limit exceeded', 'received SIGTERM'])(
    'is ignored inside other text: %s',
    (line) => {
      const verdict = verdictOf(claude, [line], { exitCode: 1 });
      expect(verdict).toMatchObject({ outcome: 'failed', error: { kind: 'crash' } });
    },
  );

  test('has no reset time if the time cannot be parsed', () => {
    const verdict = verdictOf(claude, ["You've hit your weekly limit · resets soon"], { exitCode: 1 });
    expect(verdict).toMatchObject({ outcome: 'limit', error: { kind: 'usage_limit', resetsAt: null } });
  });

  test.each([['Error: something else'], [textEvent('Going on.')]])('is ignored before the last line: %s', (last) => {
    expect(verdictOf(claude, [words, last], { exitCode: 1 })).toMatchObject({ outcome: 'failed' });
  });

  test.each<[string, object]>([
    ['that used a tool it may not', { permission_denials: [{ tool_name: 'Bash' }], is_error: false }],
    ['that refused', { stop_reason: 'refusal' }],
  ])('is ignored in the result of a run %s, where the assistant wrote the text', (_, over) => {
    expect(verdictOf(claude, [init, failedResult({ ...over, result: words })])).toMatchObject({ outcome: 'failed' });
  });
});

test('tokens are counted once per message while it runs, and replaced by the result', () => {
  const unfinished = progressAfter(claude, [
    init,
    textEvent('a'),
    textEvent('a'),
    toolEvent('Bash', { command: 'ls' }),
  ]);
  expect(usageOf(unfinished)).toEqual({ input: 20, output: 4, cacheRead: 10, cacheWrite: 2 });
  const finished = progressAfter(claude, good);
  expect(usageOf(finished)).toMatchObject({ input: 100, output: 2 });
  expect(finished).toMatchObject({ costUsd: 0.25, model: 'claude-sonnet-4-5', session: 's1', tools: 1 });
});

test('a tool call is reported with its subject', () => {
  expect(claude.parse(toolEvent('Edit', { file_path: '/p/a.js' }))).toMatchObject([
    { type: 'step' },
    { type: 'tool-started', tool: 'Edit', subject: '/p/a.js' },
    { type: 'file-changed', path: '/p/a.js' },
    { type: 'usage' },
  ]);
});

test('root may not skip permissions, a clean room disables hooks and servers, a budget is passed on', () => {
  const args = (over: Parameters<typeof aLaunch>[0]) => {
    const plan = claude.plan(aLaunch(over));
    return 'problem' in plan || typeof plan.command === 'string' ? [] : plan.command.args;
  };
  expect(args({})).toContain('--dangerously-skip-permissions');
  expect(args({ host: { ...aHost, isRoot: true } })).not.toContain('--dangerously-skip-permissions');
  const settings = (isRoot: boolean) =>
    args({ sandbox: 'agent', host: { ...aHost, isRoot, platform: 'linux' } }).join(' ');
  expect([settings(true), settings(false)].map((text) => text.includes('"enableWeakerNestedSandbox":true'))).toEqual([
    true,
    false,
  ]);
  expect(args({ cleanRoom: true })).toContain('--strict-mcp-config');
  const budget = { tokens: null, costUsd: 1.5, ms: null };
  expect(args({ allowance: budget, model: 'opus' }).join(' ')).toMatch(/--model opus .*--max-budget-usd 1\.5/);
  expect(claude.finish(progressAfter(claude, good), anExit())).toMatchObject({ outcome: 'ok' });
});
