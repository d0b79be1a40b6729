import { mergeLayers } from '../config/layers.ts';
import type { LoopEvent } from '../core/events.ts';
import type { LoopState } from '../core/state.ts';
import { criteriaScripts } from '../verify/criteria-scripts.ts';
import { judgingCommands } from '../verify/judging-commands.ts';
import { literalGlob } from '../verify/path-rules.ts';

/** What `jumar config set` makes of a running loop's settings. A command that measures from now on is out of the agent's reach from now on. */
export async function changedSettings(state: LoopState, values: Record<string, unknown>): Promise<LoopEvent> {
  const { criteria, task, workspace } = state;
  const settings = mergeLayers([
    { source: 'the loop', values: state.settings },
    { source: 'jumar config set', values },
  ]);
  const scripts = await criteriaScripts(judgingCommands(criteria, settings, workspace), task, workspace.root);
  const protect = scripts.map(literalGlob).filter((glob) => !state.protect.includes(glob));
  return { type: 'settings-changed', settings, ...(protect.length > 0 && { protect }) };
}
