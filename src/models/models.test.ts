import { describe, expect, test } from 'vitest';
import { modelServer } from '../../test/support/model-server.ts';
import { theSettings } from '../testing/builders.ts';
import { endpointModel, providers } from './index.ts';

const question = { system: 'Be brief.', prompt: 'What failed?' };
const never = new AbortController().signal;

function modelAt(provider: 'openai' | 'anthropic' | 'google', url: string) {
  const settings = theSettings({ model: { provider, url, name: 'scripted' } }).model;
  const model = endpointModel(settings, { [providers[provider].keyVariable]: 'key' });
  if (!model) throw new Error('no model');
  return model;
}

describe.each(['openai', 'anthropic', 'google'] as const)('%s', (provider) => {
  const at = (url: string) => modelAt(provider, provider === 'openai' ? `${url}/v1` : url);

  test('answers', async () => {
    const answer = await at(await modelServer({ text: 'The sum is wrong.' })).complete(question, never);
    expect(answer.text).toBe('The sum is wrong.');
  });

  test('reports its tokens; the cost is unknown without a price', async () => {
    const { spent } = await at(await modelServer({ text: 'x' })).complete(question, never);
    expect(spent.usage).toMatchObject({ input: expect.any(Number), output: expect.any(Number) });
    expect(spent).toMatchObject({ costUsd: null, outcome: 'asked', durationMs: 0 });
  });

  test('with a price, the cost is an estimate', async () => {
    const settings = { provider, url: await modelServer({ text: 'x' }), name: 'scripted' };
    const { url } = settings;
    const model = endpointModel(
      theSettings({ model: { ...settings, url: provider === 'openai' ? `${url}/v1` : url } }).model,
      {},
      { scripted: { input: 1_000_000, output: 0, cacheRead: 1_000_000, cacheWrite: 1_000_000 } },
    );
    const { spent } = (await model?.complete(question, never)) ?? {};
    const { input = 0, cacheRead = 0, cacheWrite = 0 } = spent?.usage ?? {};
    expect(spent?.costEstimated).toBe(true);
    expect(spent?.costUsd).toBeCloseTo((input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0));
  });

  test.each([
    ['a server error', { error: { status: 500, type: 'api_error', message: 'overloaded' } }, /HTTP 500/],
    ['a page instead of an answer', { broken: 'html' }, /./],
    ['nothing', { broken: 'empty' }, /./],
    ['a broken connection', { broken: 'reset' }, /./],
  ])('%s is an error, not an answer', async (_, step, message) => {
    const complete = async () => {
      const answer = await at(await modelServer(step)).complete(question, never);
      if (answer.text === null) throw new Error(answer.problem);
    };
    await expect(complete()).rejects.toThrow(message);
  });

  test('is aborted by the signal', async () => {
    const url = await modelServer({ text: 'late', delayMs: 60_000 });
    await expect(at(url).complete(question, AbortSignal.timeout(50))).rejects.toThrow(/timeout|aborted/i);
  });
});

test('no endpoint is used unless one is configured', () => {
  expect(endpointModel(theSettings().model, {})).toBeNull();
  expect(endpointModel(theSettings({ model: { provider: 'agent' } }).model, {})).toBeNull();
});
