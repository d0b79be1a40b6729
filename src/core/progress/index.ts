import type { Settings } from '../state/settings.ts';
import { hybrid } from './hybrid.ts';
import { llmSummarized } from './llm-summarized.ts';
import type { NotesLimits, ProgressStrategy } from './notes.ts';
import { structuredLog } from './structured-log.ts';
import { systemCaptured } from './system-captured.ts';

export const strategies: Record<string, ProgressStrategy> = Object.fromEntries(
  [systemCaptured, structuredLog, llmSummarized, hybrid].map((strategy) => [strategy.name, strategy]),
);

export const defaultStrategy = systemCaptured;

/** The strategy of that name, in kebab-case or camelCase; the default, with a warning, if there is none. */
export function strategyNamed(name: string): { strategy: ProgressStrategy; warning: string | null } {
  const strategy = Object.values(strategies).find((candidate) => spelled(candidate.name) === spelled(name));
  if (strategy) return { strategy, warning: null };
  const names = Object.keys(strategies).join(', ');
  const warning = `unknown progress strategy '${name}', so ${defaultStrategy.name} is used (there are ${names})`;
  return { strategy: defaultStrategy, warning };
}

/** What is set for the strategy by name, else what is set for all. */
export function notesLimits(strategy: ProgressStrategy, progress: Settings['progress']): NotesLimits {
  const own = Object.entries(progress.strategies).filter(([name]) => spelled(name) === spelled(strategy.name));
  const set = Object.assign({}, ...own.map(([, limits]) => limits)) as Partial<NotesLimits>;
  return { maxEntries: set.maxEntries ?? progress.maxEntries, maxChars: set.maxChars ?? progress.maxChars };
}

/** How much of an output is recorded, so that the loop's strategy has what it may show. */
export function capturedChars(progress: Settings['progress']): number {
  return Math.max(progress.maxChars, notesLimits(strategyNamed(progress.strategy).strategy, progress).maxChars);
}

function spelled(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
