import { type Loosening, looseningsBetween } from '../core/people/loosening.ts';
import { isExposedToAgent } from '../core/people/requests.ts';
import type { LoopState } from '../core/state/state.ts';
import { type LoopEntry, listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { lockOwner } from '../store/lock.ts';
import type { AppContext } from './context.ts';
import { readEntry } from './loop-reading.ts';
import { changeLoopSettings } from './loop-settings.ts';
import { projectHere } from './project-here.ts';

/** A loop of this workspace that takes a new setting, and what it means for the loop. */
export interface LoopToChange {
  entry: LoopEntry;
  state: LoopState;
  /** `exposed`: its agent runs where it could send the same request, so the loop would refuse it. */
  takes: 'as it runs' | 'when it is resumed' | 'not: exposed';
  loosens: Loosening[];
}

/** The running loops of this workspace, and its latest one if that is paused. */
export async function loopsToChange(
  context: AppContext,
  values: Record<string, unknown>,
): Promise<readonly LoopToChange[]> {
  const entries = await listLoops(await projectHere(context, await stateHome(context.env)));
  const found: LoopToChange[] = [];
  for (const entry of entries) {
    const isRunning = (await lockOwner(entry.paths.lock)) !== null;
    if (!isRunning && entry !== entries.at(-1)) continue;
    const reading = await readEntry(entry).catch(() => null);
    if (!reading || (!isRunning && reading.recorded !== 'paused')) continue;
    const { state } = reading;
    const changed = changeLoopSettings(state.settings, { source: 'jumar config set', values });
    const takes = !isRunning ? 'when it is resumed' : isExposedToAgent(state) ? 'not: exposed' : 'as it runs';
    found.push({ entry, state, takes, loosens: looseningsBetween(state.settings, changed) });
  }
  return found;
}
