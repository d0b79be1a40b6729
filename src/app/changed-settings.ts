import { criteriaScripts } from '../checks/safeguards/criteria-scripts.ts';
import { judgingCommands } from '../checks/safeguards/judging-commands.ts';
import type { EventOf } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import type { LoopState } from '../core/state/state.ts';
import { literalGlob } from '../system/path-rules.ts';
import { changeLoopSettings } from './loop-settings.ts';

/** A running loop's settings after `jumar config set`. Protects the scripts of newly set commands from the agent. */
export async function changedSettings(
  state: LoopState,
  values: Record<string, unknown>,
): Promise<EventOf<'settings-changed'>> {
  const settings = changeLoopSettings(state.settings, { source: 'jumar config set', values });
  return { type: 'settings-changed', settings, ...(await protectionOf(state, settings)) };
}

/** The scripts that these settings' commands run and that are not protected yet. */
export async function protectionOf(state: LoopState, settings: Settings): Promise<{ protect?: string[] }> {
  const { criteria, task, workspace } = state;
  const scripts = await criteriaScripts(judgingCommands(criteria, settings, workspace), task, workspace.root);
  const protect = scripts.map(literalGlob).filter((glob) => !state.protect.includes(glob));
  return protect.length > 0 ? { protect } : {};
}
