import type { Question } from '../core/reflection/ask.ts';
import type { Spent } from '../core/state/spent.ts';

/** What came back, and what it cost: also a question that was not answered may have cost something. */
export type Answer = { text: string; spent: Spent } | { text: null; problem: string; spent: Spent };

/** A model that answers one question. Rejects if it cannot be reached or answers nothing: the caller goes on without it. */
export interface Model {
  name: string;
  complete(question: Question, signal: AbortSignal): Promise<Answer>;
}
