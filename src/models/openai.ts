import type { Provider } from './provider.ts';

const OPENAI = 'https://api.openai.com/v1';

/** OpenAI and servers with the same chat completions API: Ollama, vLLM, llama.cpp, LM Studio, OpenRouter. */
export const openai: Provider = {
  url: OPENAI,
  keyVariable: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  async load({ url, key, model }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'openai',
      baseURL: url,
      ...(key && { apiKey: key }),
      // OpenAI's own models reject the old name of the limit; local servers only support the old one.
      ...(url === OPENAI && { transformRequestBody: renameLimit }),
    });
    return provider(model);
  },
};

function renameLimit({ max_tokens, ...body }: Record<string, unknown>) {
  return { ...body, max_completion_tokens: max_tokens };
}
