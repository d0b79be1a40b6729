import type { IterationContext, NotesLimits, ProgressNotes, Strategy } from './notes.ts';

/** Notes kept by a strategy within limits. What is saved is what was told, not what was made of it. */
export function createNotes(strategy: Strategy, limits: NotesLimits = { maxEntries: 5, maxChars: 500 }): ProgressNotes {
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
      const { strategy: name, contexts: kept } = JSON.parse(saved) as { strategy?: unknown; contexts?: unknown };
      if (name !== strategy.name || !Array.isArray(kept)) {
        throw new Error(`these are not the notes of ${strategy.name}: ${String(name)}`);
      }
      contexts = (kept as IterationContext[]).slice(-limits.maxEntries);
    },
  };
}
