import type { Provider } from './provider.ts';

export const anthropic: Provider = {
  url: 'https://api.anthropic.com',
  keyVariable: 'ANTHROPIC_API_KEY',
  model: 'claude-haiku-4-5',
  async load({ url, key, model }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${url}/v1`, apiKey: key ?? '' })(model);
  },
};
