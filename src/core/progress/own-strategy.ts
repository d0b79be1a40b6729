import type { ProgressStrategy } from './notes.ts';
import { systemCaptured } from './system-captured.ts';

/** A name that is the path of a module. */
export function isModulePath(name: string): boolean {
  return /\.m?js$/.test(name);
}

/**
 * The strategy that a module's source exports as its default. The source is frozen into the log, so the module must stand
 * alone: no relative imports. Throws with the reason if it exports something else.
 */
export async function strategyFrom(source: string): Promise<ProgressStrategy> {
  const module: { default?: Partial<ProgressStrategy> } = await import(
    /* @vite-ignore */ `data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`
  );
  const { name, entry, text } = module.default ?? {};
  if (typeof name !== 'string' || typeof entry !== 'function' || typeof text !== 'function') {
    throw new Error('its default export must be { name, entry(context, limits), text(contexts, limits) }');
  }
  return orDefault({ name, entry: entry.bind(module.default), text: text.bind(module.default) });
}

/** The loop's own strategy; undefined if a built-in one is set, or if the module cannot be loaded. */
export async function ownStrategy({ strategy }: { strategy: { source: string } | null }) {
  return strategy === null ? undefined : strategyFrom(strategy.source).catch(() => undefined);
}

/** A strategy that throws must not end a loop: the default takes its place and says so. */
function orDefault(strategy: ProgressStrategy): ProgressStrategy {
  const note = (error: unknown) =>
    `(The progress strategy ${strategy.name} failed: ${error instanceof Error ? error.message : String(error)})\n`;
  return {
    name: strategy.name,
    entry(context, limits) {
      try {
        return String(strategy.entry(context, limits));
      } catch (error) {
        return `${note(error)}${systemCaptured.entry(context, limits)}`;
      }
    },
    text(contexts, limits) {
      try {
        return String(strategy.text(contexts, limits));
      } catch (error) {
        return `${note(error)}${systemCaptured.text(contexts, limits)}`;
      }
    },
  };
}
