import { configKeys, nestedKey, nestedParts } from '../../config/keys.ts';
import { isTree, treeOf, unknownKey } from '../../config/layers.ts';
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
  const part = name === undefined ? null : partOf(fullName(name), settings);
  if (part) {
    const shown = json ? JSON.stringify({ [part.name]: part.value }, null, 2) : JSON.stringify(part.value);
    context.stdout.write(`${shown}\n`);
    return 0;
  }
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

/** A part of a setting that may be an object, where it has this part or could have it. */
function partOf(name: string, settings: object): { name: string; value: unknown } | null {
  const key = nestedKey(name);
  if (!key) return null;
  const value = name
    .split('.')
    .reduce<unknown>((at, step) => (isTree(at) && Object.hasOwn(at, step) ? at[step] : undefined), settings);
  if (value === undefined && !nestedParts.includes(key.path.at(-1) ?? '')) return null;
  return { name, value: value ?? null };
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
