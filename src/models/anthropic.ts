import { type Dialect, MAX_ANSWER_TOKENS } from './model.ts';
import { at, countAt } from './values.ts';

export const anthropic: Dialect = {
  url: 'https://api.anthropic.com',
  keyVariable: 'ANTHROPIC_API_KEY',
  model: 'claude-haiku-4-5',
  request: ({ system, prompt }, model, key) => ({
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) },
    body: { model, max_tokens: MAX_ANSWER_TOKENS, system, messages: [{ role: 'user', content: prompt }] },
  }),
  answer(body) {
    const parts = (body as { content?: unknown } | null)?.content;
    if (!Array.isArray(parts)) return null;
    const texts = parts.map((part) => at(part, 'text')).filter((text) => text !== null);
    return texts.length > 0 ? texts.join('') : null;
  },
  usage: (body) => ({
    input: countAt(body, 'usage', 'input_tokens'),
    output: countAt(body, 'usage', 'output_tokens'),
    cacheRead: countAt(body, 'usage', 'cache_read_input_tokens'),
    cacheWrite: countAt(body, 'usage', 'cache_creation_input_tokens'),
  }),
};
