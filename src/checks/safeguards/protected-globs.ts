import { PROJECT_FILES } from '../../config/files.ts';
import type { LoopState } from '../../core/state/state.ts';
import { isNamedIn } from './named-in.ts';

/**
 * The globs of files that no agent may change: Jumar's own folder, configuration files for the next loop (in any folder,
 * because it may be started there), the scripts of the criteria, and those that the user names.
 */
export function protectedGlobs({
  protect,
  settings,
  task,
}: Pick<LoopState, 'protect' | 'settings' | 'task'>): string[] {
  const configs = PROJECT_FILES.filter((name) => !isNamedIn(task, name)).map((name) => `**/${name}`);
  return ['/.jumar/', ...configs, ...protect, ...settings.verify.protect];
}
