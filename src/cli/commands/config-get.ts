import { configKeys } from '../../config/keys.ts';
import { treeOf, unknownKey } from '../../config/layers.ts';
import { loadSettings } from '../../config/load.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';

export default async function configGet(
  context: CommandContext,
  name: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const workspace = await locateWorkspace(context.cwd);
  const { settings } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
  const keys = configKeys();
  const wanted = name === undefined ? keys : keys.filter((key) => key.name === fullName(name));
  if (wanted.length === 0) throw unknownKey(name ?? '', 'the question');
  const values = settings as unknown as Record<string, Record<string, unknown>>;
  const settingAt = (key: string) => {
    const [group = '', field = ''] = key.split('.');
    return values[group]?.[field];
  };
  if (json) {
    const found = Object.fromEntries(wanted.map((key) => [key.name, settingAt(key.name) ?? null]));
    context.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  } else if (name !== undefined) {
    context.stdout.write(`${JSON.stringify(settingAt(wanted[0]?.name ?? '') ?? null)}\n`);
  } else {
    for (const key of wanted) {
      const value = JSON.stringify(settingAt(key.name) ?? null);
      context.stdout.write(`${key.name.padEnd(24)} ${value.padEnd(10)} ${key.description}\n`);
    }
  }
  return 0;
}

/** Aliases and other spellings lead to the same key. */
export function fullName(name: string): string {
  let at: unknown = treeOf(name, null);
  const path: string[] = [];
  while (at !== null && typeof at === 'object') {
    const [key, inner] = Object.entries(at)[0] ?? [];
    if (key === undefined) break;
    path.push(key);
    at = inner;
  }
  return path.join('.');
}
