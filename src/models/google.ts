import { type Dialect, MAX_ANSWER_TOKENS } from './model.ts';
import { at } from './values.ts';

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
};
