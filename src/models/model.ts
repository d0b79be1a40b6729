export interface Question {
  /** What is asked of the model, whoever it is. */
  system: string;
  prompt: string;
}

/** A model that answers one question. Rejects where it does not answer: the caller goes on without it. */
export interface Model {
  name: string;
  complete(question: Question, signal: AbortSignal): Promise<string>;
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
}

export const MAX_ANSWER_TOKENS = 600;
