import { PROJECT_FILES } from '../config/files.ts';
import type { LoopState } from '../core/state.ts';
import { isNamedIn } from './named-in.ts';

/**
 * The globs that no agent may change: Jumar's own folder, what the next loop would read its settings from (in any folder, for it may
 * be called from there), what the criteria run, and what the user names.
 */
export function protectedGlobs({
  protect,
  settings,
  task,
}: Pick<LoopState, 'protect' | 'settings' | 'task'>): string[] {
  const configs = PROJECT_FILES.filter((name) => !isNamedIn(task, name)).map((name) => `**/${name}`);
  return ['/.jumar/', ...configs, ...protect, ...settings.verify.protect];
}
