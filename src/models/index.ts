import { estimatedExpense } from '../agents/prices.ts';
import type { Price, Settings } from '../core/settings.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import type { Dialect, Model } from './model.ts';
import { openai } from './openai.ts';

export const dialects: Record<'openai' | 'anthropic' | 'google', Dialect> = { openai, anthropic, google };

const MAX_ERROR = 300;

/** The endpoint that is configured; null where rules or the agent do its work. */
export function endpointModel(
  settings: Settings['model'],
  env: Readonly<Record<string, string | undefined>>,
  prices: Record<string, Price> = {},
): Model | null {
  if (settings.provider === 'none' || settings.provider === 'agent') return null;
  const dialect = dialects[settings.provider];
  const name = settings.name ?? dialect.model;
  const key = env[settings.keyVariable ?? dialect.keyVariable] ?? null;
  const base = (settings.url ?? dialect.url).replace(/\/+$/, '');
  return {
    name: `${settings.provider} ${name}`,
    async complete(question, signal) {
      const { path, headers, body } = dialect.request(question, name, key);
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`it answered with HTTP ${response.status}: ${text.slice(0, MAX_ERROR)}`);
      const answered = parsed(text);
      // No agent ran: its minutes are not touched, and a cost that the endpoint does not tell stops no loop.
      const spent = { ...estimatedExpense(dialect.usage(answered), name, prices), durationMs: 0, outcome: 'asked' };
      const answer = dialect.answer(answered);
      return answer?.trim() ? { text: answer, spent } : { text: null, problem: 'its answer was empty', spent };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`its answer was not JSON: ${text.slice(0, 80)}`);
  }
}
