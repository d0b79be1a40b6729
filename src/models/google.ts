import { type Dialect, MAX_ANSWER_TOKENS } from './model.ts';
import { at, countAt } from './values.ts';

export const google: Dialect = {
  url: 'https://generativelanguage.googleapis.com',
  keyVariable: 'GEMINI_API_KEY',
  model: 'gemini-2.5-flash',
  request: ({ system, prompt }, model, key) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: key ? { 'x-goog-api-key': key } : {},
    body: {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: { maxOutputTokens: MAX_ANSWER_TOKENS },
    },
  }),
  answer: (body) => at(body, 'candidates', 0, 'content', 'parts', 0, 'text'),
  usage(body) {
    const cacheRead = countAt(body, 'usageMetadata', 'cachedContentTokenCount');
    const prompt = countAt(body, 'usageMetadata', 'promptTokenCount');
    const input = prompt === null ? null : Math.max(0, prompt - (cacheRead ?? 0));
    return { input, output: countAt(body, 'usageMetadata', 'candidatesTokenCount'), cacheRead, cacheWrite: null };
  },
};
