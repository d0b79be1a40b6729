import type { Provider } from './model.ts';

const OPENAI = 'https://api.openai.com/v1';

/** OpenAI and whatever speaks its chat completions: Ollama, vLLM, llama.cpp, LM Studio, OpenRouter. */
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
      // OpenAI's own models refuse the old name of the limit, local servers know no other.
      ...(url === OPENAI && { transformRequestBody: renamedLimit }),
    });
    return provider(model);
  },
};

function renamedLimit({ max_tokens, ...body }: Record<string, unknown>) {
  return { ...body, max_completion_tokens: max_tokens };
}
