import { relative } from 'node:path';
import { readValue } from '../../config/environment.ts';
import { projectConfigPath, userConfigPath, valueIn, writeConfigValue } from '../../config/files.ts';
import { configKeys, nestedKey } from '../../config/keys.ts';
import { mergeLayers, treeOf, unknownKey } from '../../config/layers.ts';
import { requestControl } from '../../store/control.ts';
import { listLoops } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import { lockOwner } from '../../store/lock.ts';
import { sanction } from '../../store/sanctioned.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { projectHere } from '../project-here.ts';
import { fullName } from './config-get.ts';

/** Checked before it is written: a refused value leaves the file as it was. */
export default async function configSet(
  context: CommandContext,
  name: string,
  text: string,
  { user = false }: { user?: boolean },
): Promise<number> {
  await refuseBeneathAgent(context, 'config set');
  const { root } = await locateWorkspace(context.cwd);
  const path = user ? userConfigPath(context.env) : projectConfigPath(root);
  const key = configKeys().find((candidate) => candidate.name === fullName(name)) ?? nestedKey(name);
  if (!key) throw unknownKey(name, 'the command line');
  const value = readValue(text, key.default);
  const checked =
    'whole' in key
      ? treeOf(key.whole, within(await valueIn(path, key.whole), key.path, value))
      : treeOf(key.name, value);
  mergeLayers([{ source: 'the command line', values: checked }]);
  // First, so that a loop which takes a snapshot in between does not take it for its agent's work.
  await writeConfigValue(path, key.name, value, async (text) => {
    if (user) return;
    const { folder } = await projectHere(context, await stateHome(context.env));
    await sanction(folder, relative(root, path), Buffer.from(text));
  });
  context.stdout.write(`${key.name} = ${JSON.stringify(value)} in ${path}\n`);
  await tellRunning(context, key.name, value);
  return 0;
}

/** What the whole setting would be with this part of it. */
function within(whole: unknown, [first = '', ...rest]: readonly string[], value: unknown): unknown {
  const present = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  return { ...present, [first]: rest.length > 0 ? within(present[first], rest, value) : value };
}

/** Loops are frozen against edits of the file; the loop that runs here now takes the change from this command. */
async function tellRunning(context: CommandContext, name: string, value: unknown): Promise<void> {
  const home = await stateHome(context.env);
  for (const { id, paths } of await listLoops(await projectHere(context, home))) {
    if ((await lockOwner(paths.lock)) === null) continue;
    await requestControl(paths.control, { type: 'settings', values: { [name]: value } });
    context.stdout.write(`${id} is running and takes it up\n`);
  }
}
