import { relative } from 'node:path';
import { readValue } from '../config/environment.ts';
import { projectConfigPath, userConfigPath, valueIn, writeConfigValue } from '../config/files.ts';
import { configKeys, nestedKey } from '../config/keys.ts';
import { mergeLayers, treeOf, unknownKey } from '../config/layers.ts';
import { requestControl } from '../store/control.ts';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { lockOwner } from '../store/lock.ts';
import { sanction } from '../system/sanctioned.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { projectHere } from './project-here.ts';
import { fullName } from './read-settings.ts';

export interface WrittenSetting {
  name: string;
  value: unknown;
  path: string;
}

/** Writes a setting into the project's file or the user's. Validates it first: an invalid value leaves the file unchanged. */
export async function writeSetting(
  context: AppContext,
  { name, text, user = false }: { name: string; text: string; user?: boolean | undefined },
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
  // First, so that a running loop does not take the change for its agent's work.
  await writeConfigValue(path, key.name, value, async (content) => {
    if (user) return;
    const { folder } = await projectHere(context, await stateHome(context.env));
    await sanction(folder, relative(root, path), Buffer.from(content));
  });
  return { name: key.name, value, path };
}

/** Running loops ignore edits of the file, so this sends them the change as a request. Returns their ids. */
export async function tellRunningLoops(
  context: AppContext,
  { name, value }: Pick<WrittenSetting, 'name' | 'value'>,
): Promise<string[]> {
  const home = await stateHome(context.env);
  const loops: string[] = [];
  for (const { id, paths } of await listLoops(await projectHere(context, home))) {
    if ((await lockOwner(paths.lock)) === null) continue;
    await requestControl(paths.control, { type: 'settings', values: { [name]: value } });
    loops.push(id);
  }
  return loops;
}

/** The whole setting with this part replaced. */
function within(whole: unknown, [first = '', ...rest]: readonly string[], value: unknown): unknown {
  const present = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  return { ...present, [first]: rest.length > 0 ? within(present[first], rest, value) : value };
}
