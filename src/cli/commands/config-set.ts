import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { readValue } from '../../config/environment.ts';
import { projectConfigPath, userConfigPath, writeConfigValue } from '../../config/files.ts';
import { configKeys } from '../../config/keys.ts';
import { mergeLayers, treeOf, unknownKey } from '../../config/layers.ts';
import { requestControl } from '../../store/control.ts';
import { listLoops } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import { lockOwner } from '../../store/lock.ts';
import { sanction } from '../../store/sanctioned.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { projectHere } from '../loop-reading.ts';
import { fullName } from './config-get.ts';

/** Checked before it is written: a refused value leaves the file as it was. */
export default async function configSet(
  context: CommandContext,
  name: string,
  text: string,
  { user = false }: { user?: boolean },
): Promise<number> {
  await refuseBeneathAgent(context, 'config set');
  const key = configKeys().find((candidate) => candidate.name === fullName(name));
  if (!key) throw unknownKey(name, 'the command line');
  const value = readValue(text, key.default);
  mergeLayers([{ source: 'the command line', values: treeOf(key.name, value) }]);
  const { root } = await locateWorkspace(context.cwd);
  const path = user ? userConfigPath(context.env) : projectConfigPath(root);
  await writeConfigValue(path, key.name, value);
  if (!user) {
    const { folder } = await projectHere(context, await stateHome(context.env));
    await sanction(folder, relative(root, path), await readFile(path));
  }
  context.stdout.write(`${key.name} = ${JSON.stringify(value)} in ${path}\n`);
  await tellRunning(context, key.name, value);
  return 0;
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
