import type { Expense, Usage } from '../state/agent-run.ts';
import type { Price } from '../state/settings.ts';
import { entryIn } from '../text/foreign-json.ts';

/**
 * List prices in US$ per million tokens, for agents that report tokens but no cost. They age: `agent.prices` adds to them
 * and replaces them, and any cost computed from them is called an estimate.
 */
const LIST_PRICES: Record<string, Price> = {
  'claude-opus-4-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-4-5': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  'gpt-5': { input: 1.25, output: 10, cacheRead: 0.125 },
  'gpt-5-codex': { input: 1.25, output: 10, cacheRead: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cacheRead: 0.025 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cacheRead: 0.31 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cacheRead: 0.075 },
};

/** What these tokens of that model cost by the price table; unknown if the table lacks the model. */
export function estimatedExpense(usage: Usage | null, model: string | null, prices: Record<string, Price>): Expense {
  const price = model === null ? null : priceOf(model, prices);
  const costUsd = usage && price ? estimate(usage, price) : null;
  return { usage, costUsd, costEstimated: costUsd !== null };
}

/** By the model's exact name, or that name before its date (`gpt-5-2025-08-07`) and without its provider (`openai/gpt-5`). */
export function priceOf(model: string, prices: Record<string, Price>): Price | null {
  const bare = model.split('/').at(-1) ?? model;
  const undated = bare.replace(/[-@]\d{4}-?\d{2}-?\d{2}$/, '');
  for (const name of [model, bare, undated]) {
    const found = entryIn(prices, name) ?? entryIn(LIST_PRICES, name);
    if (found) return found;
  }
  return null;
}

function estimate({ input, output, cacheRead, cacheWrite }: Usage, price: Price): number | null {
  if (input === null || output === null) return null;
  const read = (cacheRead ?? 0) * (price.cacheRead ?? price.input);
  const write = (cacheWrite ?? 0) * (price.cacheWrite ?? price.input);
  return (input * price.input + output * price.output + read + write) / 1_000_000;
}
