import type { Provider } from './provider.ts';

export const google: Provider = {
  url: 'https://generativelanguage.googleapis.com',
  keyVariable: 'GEMINI_API_KEY',
  model: 'gemini-2.5-flash',
  async load({ url, key, model }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: key ?? '' })(model);
  },
};
