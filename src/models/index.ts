import type { LanguageModelUsage } from 'ai';
import { estimatedExpense } from '../core/agents/prices.ts';
import type { Usage } from '../core/state/agent-run.ts';
import type { Price, Settings } from '../core/state/settings.ts';
import type { Model } from '../ports/model.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import type { Provider } from './provider.ts';

export const providers: Record<'openai' | 'anthropic' | 'google', Provider> = { openai, anthropic, google };

const MAX_ANSWER_TOKENS = 600;
const MAX_ERROR = 300;

/** The configured endpoint; null if rules or the agent are used instead. */
export function endpointModel(
  settings: Settings['model'],
  env: Readonly<Record<string, string | undefined>>,
  prices: Record<string, Price> = {},
): Model | null {
  if (settings.provider === 'none' || settings.provider === 'agent') return null;
  const provider = providers[settings.provider];
  const model = settings.name ?? provider.model;
  const key = env[settings.keyVariable ?? provider.keyVariable] ?? null;
  const url = (settings.url ?? provider.url).replace(/\/+$/, '');
  return {
    name: `${settings.provider} ${model}`,
    async complete({ system, prompt }, abortSignal) {
      const { generateText, model: endpoint } = await sdk(() => provider.load({ url, key, model }));
      // No retry: if the model is slow or fails, rules are used instead.
      const question = { system, prompt, maxOutputTokens: MAX_ANSWER_TOKENS, maxRetries: 0, abortSignal };
      const { text, usage } = await generateText({ model: endpoint, ...question }).catch((error) => {
        throw withStatus(error);
      });
      // No agent ran, so no agent minutes are used, and an unknown cost does not stop the loop.
      const spent = { ...estimatedExpense(usageOf(usage), model, prices), durationMs: 0, outcome: 'asked' };
      return text.trim() ? { text, spent } : { text: null, problem: 'its answer was empty', spent };
    },
  };
}

async function sdk(load: () => ReturnType<Provider['load']>) {
  try {
    // The SDK would print hints for developers to the user's terminal.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
    const [{ generateText }, model] = await Promise.all([import('ai'), load()]);
    return { generateText, model };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('the AI SDK is not installed: install jumar without --omit=optional', { cause: error });
  }
}

/** The SDK's own message does not include the endpoint's answer. */
function withStatus(error: unknown): unknown {
  const { statusCode, responseBody = '' } = error as { statusCode?: number; responseBody?: string };
  if (statusCode === undefined || statusCode < 400) return error;
  return new Error(`it answered with HTTP ${statusCode}: ${responseBody.slice(0, MAX_ERROR)}`, { cause: error });
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): Usage {
  const { noCacheTokens, cacheReadTokens, cacheWriteTokens } = inputTokenDetails;
  return {
    input: noCacheTokens ?? inputTokens ?? null,
    output: outputTokens ?? null,
    cacheRead: cacheReadTokens ?? null,
    cacheWrite: cacheWriteTokens ?? null,
  };
}
