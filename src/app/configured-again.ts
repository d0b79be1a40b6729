import type { Tree } from '../config/layers.ts';
import { changedBetween, namesIn, projectSettings } from '../config/project-settings.ts';
import type { LoopState } from '../core/state/state.ts';
import type { AppContext } from './context.ts';

/**
 * What a person has changed in the project's configuration since the loop was created. Only of a loop at rest: what an
 * interrupted agent left there is not a person's word. The user's own file is not read: an agent may have written to it.
 */
export async function configuredAgain(
  context: AppContext,
  state: LoopState,
): Promise<{ changed: Tree; configured?: Tree }> {
  const { configured: before, workspace } = state;
  if (!before) return { changed: {} };
  const configured = await projectSettings(context.env, workspace);
  const changed = changedBetween(before, configured);
  const names = namesIn(changed);
  if (names.length === 0) return { changed: {} };
  if (!state.atRest) {
    context.warn?.(
      `the configuration has changed (${names.join(', ')}), but the loop was interrupted at work, so its agent may have changed it: ignored; \`jumar config set\` once the loop runs applies a change`,
    );
    return { changed: {} };
  }
  context.note?.(`settings changed since the loop read them: ${names.join(', ')}`);
  return { changed, configured };
}
