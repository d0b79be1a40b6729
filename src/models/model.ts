import type { Usage } from '../core/agent-run.ts';
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

/** How one family of endpoints is asked over HTTP. One file each in this folder, one line in `index.ts`. */
export interface Dialect {
  url: string;
  keyVariable: string;
  model: string;
  request(
    question: Question,
    model: string,
    key: string | null,
  ): { path: string; headers: Record<string, string>; body: unknown };
  /** The text of the answer; null where there is none. */
  answer(body: unknown): string | null;
  usage(body: unknown): Usage;
}

export const MAX_ANSWER_TOKENS = 600;
