import { type Dialect, MAX_ANSWER_TOKENS } from './model.ts';
import { at, countAt } from './values.ts';

/** OpenAI and whatever speaks its chat completions: Ollama, vLLM, llama.cpp, LM Studio, OpenRouter. */
export const openai: Dialect = {
  url: 'https://api.openai.com/v1',
  keyVariable: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  request: ({ system, prompt }, model, key) => ({
    path: '/chat/completions',
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: {
      model,
      max_completion_tokens: MAX_ANSWER_TOKENS,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
    },
  }),
  answer: (body) => at(body, 'choices', 0, 'message', 'content'),
  usage(body) {
    const cacheRead = countAt(body, 'usage', 'prompt_tokens_details', 'cached_tokens');
    const prompt = countAt(body, 'usage', 'prompt_tokens');
    const input = prompt === null ? null : Math.max(0, prompt - (cacheRead ?? 0));
    return { input, output: countAt(body, 'usage', 'completion_tokens'), cacheRead, cacheWrite: null };
  },
};
