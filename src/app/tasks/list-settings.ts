import { locateWorkspace } from '../../workspace/locate.ts';
import { type JudgingChoices, judgingValues, layerOf, type SettingChoices } from '../choices.ts';
import type { AppContext } from '../context.ts';

/** A caller's choices as settings of every loop of a list. */
export async function listSettings(
  { cwd }: Pick<AppContext, 'cwd'>,
  choices: SettingChoices & JudgingChoices,
): Promise<Record<string, unknown>> {
  return { ...layerOf(choices).values, ...judgingValues(choices, await locateWorkspace(cwd)) };
}
