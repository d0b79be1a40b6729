import type { LanguageModel } from 'ai';
import type { Spent } from '../core/spending.ts';

export interface Question {
  /** What is asked of the model, whoever it is. */
  system: string;
  prompt: string;
}

/** What came back, and what it cost: also a question that was not answered may have cost something. */
export type Answer = { text: string; spent: Spent } | { text: null; problem: string; spent: Spent };

/** A model that answers one question. Rejects where it cannot be reached or answers nothing: the caller goes on without it. */
export interface Model {
  name: string;
  complete(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** One family of endpoints, as the AI SDK knows it. One file each in this folder, one line in `index.ts`. */
export interface Provider {
  /** Where its own endpoint is; `model.url` names another that speaks the same. */
  url: string;
  keyVariable: string;
  model: string;
  /** The SDK is optional and big: it is imported only when a question is asked. */
  load(endpoint: { url: string; key: string | null; model: string }): Promise<LanguageModel>;
}
