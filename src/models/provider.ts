import type { LanguageModel } from 'ai';

/** A provider of the AI SDK. Each has a file in this folder and an entry in `index.ts`. */
export interface Provider {
  /** Its own endpoint. `model.url` can name another one with the same API. */
  url: string;
  keyVariable: string;
  model: string;
  /** Imports the SDK on first use, because it is optional and large. */
  load(endpoint: { url: string; key: string | null; model: string }): Promise<LanguageModel>;
}
