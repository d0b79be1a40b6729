import type { IterationContext, NotesLimits, ProgressNotes, ProgressStrategy } from './notes.ts';

/** A strategy's notes within limits. Saves the recorded contexts, not the rendered text. */
export function createNotes(
  strategy: ProgressStrategy,
  limits: NotesLimits = { maxEntries: 5, maxChars: 500 },
): ProgressNotes {
  let contexts: IterationContext[] = [];
  return {
    record(context) {
      contexts = [...contexts, structuredClone(context)].slice(-limits.maxEntries);
      return strategy.entry(context, limits);
    },
    text: () => (contexts.length === 0 ? '' : strategy.text(contexts, limits)),
    clear() {
      contexts = [];
    },
    size: () => contexts.length,
    save: () => JSON.stringify({ strategy: strategy.name, contexts }),
    restore(saved) {
      const { strategy: name, contexts: savedContexts } = JSON.parse(saved) as {
        strategy?: unknown;
        contexts?: unknown;
      };
      if (name !== strategy.name || !Array.isArray(savedContexts)) {
        throw new Error(`these are not the notes of ${strategy.name}: ${String(name)}`);
      }
      contexts = (savedContexts as IterationContext[]).slice(-limits.maxEntries);
    },
  };
}
