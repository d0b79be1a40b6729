import { describe, expect, test } from 'vitest';
import { adapterContract, progressAfter, verdictOf } from './contract/adapter.contract.ts';
import { usageOf } from './contract/run-progress.ts';
import { gemini } from './gemini.ts';

const on = (event: object) => JSON.stringify(event);
const init = on({ type: 'init', session_id: 's1', model: 'gemini-2.5-pro' });
const textEvent = (content: string) => on({ type: 'message', role: 'assistant', content, delta: true });
const stats = { total_tokens: 130, input_tokens: 100, output_tokens: 30, cached: 20 };
const result = (more: object) => on({ type: 'result', stats, ...more });
const failedResult = (message: string) => result({ status: 'error', error: { type: 'unknown', message } });
const good = [
  init,
  on({ type: 'message', role: 'user', content: 'do it' }),
  textEvent('Creating '),
  textEvent('the file.'),
  on({ type: 'tool_use', tool_name: 'write_file', parameters: { file_path: '/p/a.js' } }),
  on({ type: 'tool_result', status: 'success' }),
  result({ status: 'success' }),
];

adapterContract(gemini, good);

describe('outcomes of Gemini CLI', () => {
  test.each<[string, string[], number, object]>([
    [
      '401',
      [failedResult('[API Error: {"error":{"code":401,"message":"no"}}]')],
      145,
      { error: { kind: 'auth', message: 'no' } },
    ],
    [
      'a daily quota',
      [failedResult('[API Error: You have exhausted your daily quota on this model.]\nWait.')],
      173,
      { outcome: 'limit', error: { kind: 'usage_limit' } },
    ],
    [
      'a 429 that only the exit code reveals',
      [failedResult('gave up')],
      173,
      { outcome: 'limit', error: { kind: 'rate_limit' } },
    ],
    [
      'a broken stream with exit 0',
      [result({ status: 'error' })],
      0,
      { outcome: 'failed', error: { kind: 'transport' } },
    ],
    [
      'a bad request',
      [failedResult('[API Error: {"error":{"code":400,"message":"bad"}}]')],
      144,
      { error: { kind: 'protocol' } },
    ],
    ['its limit of turns', [init], 53, { outcome: 'failed', error: { kind: 'max_turns' } }],
    ['no result', [init, textEvent('done')], 0, { outcome: 'failed', error: { kind: 'crash' } }],
  ])('%s', (_, lines, exitCode, expected) => {
    expect(verdictOf(gemini, lines, { exitCode })).toMatchObject(expected);
  });
});

test('text chunks are joined, and cached tokens are subtracted from the input', () => {
  const progress = progressAfter(gemini, good.slice(0, 4));
  expect(progress.text).toBe('Creating the file.');
  expect(usageOf(progressAfter(gemini, good))).toEqual({ input: 80, output: 30, cacheRead: 20, cacheWrite: null });
});
