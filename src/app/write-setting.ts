import { relative } from 'node:path';
import { readValue } from '../config/environment.ts';
import { projectConfigPath, userConfigPath, valueIn, writeConfigValue } from '../config/files.ts';
import { configKeys, nestedKey } from '../config/keys.ts';
import { mergeLayers, treeOf, unknownKey } from '../config/layers.ts';
import { looseningWords } from '../core/people/loosening.ts';
import { addPerson } from '../people/account.ts';
import { requestControl } from '../store/control.ts';
import { stateHome } from '../store/home.ts';
import { sanction, sanctionUserFile } from '../system/sanctioned.ts';
import { UsageError } from '../system/usage-error.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import { changedSettings } from './changed-settings.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import { type LoopToChange, loopsToChange } from './loops-to-change.ts';
import { projectHere } from './project-here.ts';
import { fullName } from './read-settings.ts';

export interface SettingRequest {
  name: string;
  text: string;
  user?: boolean | undefined;
  /** Asks a person whether a loop may be judged less strictly from now on. */
  confirm(question: string): Promise<boolean>;
}

export interface WrittenSetting {
  name: string;
  value: unknown;
  path: string;
  /** The loops of this workspace that it concerns. */
  loops: readonly LoopToChange[];
}

/**
 * Writes a setting into the project's file or the user's, and hands it to the loops here that are not over. Validates it
 * first: an invalid value, or one that nobody confirms, leaves everything unchanged.
 */
export async function writeSetting(
  context: AppContext,
  { name, text, user = false, confirm }: SettingRequest,
): Promise<WrittenSetting> {
  await refuseBeneathAgent(context, 'config set');
  const { root } = await locateWorkspace(context.cwd);
  const path = user ? userConfigPath(context.env) : projectConfigPath(root);
  const key = configKeys().find((candidate) => candidate.name === fullName(name)) ?? nestedKey(name);
  if (!key) throw unknownKey(name, 'the command line');
  const value = readValue(text, key.default);
  const parsed =
    'whole' in key
      ? treeOf(key.whole, within(await valueIn(path, key.whole), key.path, value))
      : treeOf(key.name, value);
  mergeLayers([{ source: 'the command line', values: parsed }]);
  const values = { [key.name]: value };
  const loops = await loopsToChange(context, values);
  await confirmLoosening(loops, confirm);
  const home = await stateHome(context.env);
  // First, so that a running loop does not take the change for its agent's work.
  await writeConfigValue(path, key.name, value, async (content) => {
    const bytes = Buffer.from(content);
    if (user) return sanctionUserFile(home, path, bytes);
    const { folder } = await projectHere(context, home);
    await sanction(folder, relative(root, path), bytes);
  });
  for (const loop of loops) await handOver(loop, values);
  return { name: key.name, value, path, loops };
}

async function confirmLoosening(loops: readonly LoopToChange[], confirm: SettingRequest['confirm']): Promise<void> {
  for (const { entry, takes, loosens } of loops) {
    if (loosens.length === 0 || takes === 'not: exposed') continue;
    const change = `this loosens how ${entry.id} is judged (${looseningWords(loosens)})`;
    if (await confirm(`${change}, and its reports will say so`)) continue;
    throw new UsageError(`nothing was changed: ${change}`, 'add --yes if that is what you want');
  }
}

/** Running loops ignore edits of the file, and paused ones have theirs frozen, so both get the change itself. */
async function handOver({ entry, takes }: LoopToChange, values: Record<string, unknown>): Promise<void> {
  if (takes === 'as it runs') await requestControl(entry.paths, { type: 'settings', values, confirmed: true });
  if (takes === 'when it is resumed') {
    await recordUnderLease(entry, 'jumar config set', async (state, append) => {
      if (state) await append(addPerson(await changedSettings(state, values)));
    });
  }
}

/** The whole setting with this part replaced. */
function within(whole: unknown, [first = '', ...rest]: readonly string[], value: unknown): unknown {
  const present = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  return { ...present, [first]: rest.length > 0 ? within(present[first], rest, value) : value };
}
