import { configKeys, nestedKey, nestedParts } from '../config/keys.ts';
import { treeOf, unknownKey } from '../config/layers.ts';
import { loadSettings } from '../config/load.ts';
import { isFields } from '../core/text/foreign-json.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';

export { configKeys } from '../config/keys.ts';

export interface FoundSetting {
  name: string;
  /** Null if it is not set. */
  value: unknown;
  description: string;
}

/** All effective settings, or one of them by key, alias, or part of a key. */
export async function readSettings(context: AppContext, name: string | undefined): Promise<FoundSetting[]> {
  const workspace = await locateWorkspace(context.cwd);
  const { settings } = await loadSettings(context.env, workspace, { source: 'the command line', values: {} });
  const part = name === undefined ? null : partOf(fullName(name), settings);
  if (part) return [{ ...part, description: '' }];
  const keys = configKeys();
  const selected = name === undefined ? keys : keys.filter((key) => key.name === fullName(name));
  if (selected.length === 0) throw unknownKey(name ?? '');
  const values = settings as unknown as Record<string, Record<string, unknown>>;
  return selected.map((key) => {
    const [group = '', field = ''] = key.name.split('.');
    return { name: key.name, value: values[group]?.[field] ?? null, description: key.description };
  });
}

/** A part of an object setting, if the setting has it or could have it. */
function partOf(name: string, settings: object): { name: string; value: unknown } | null {
  const key = nestedKey(name);
  if (!key) return null;
  const value = name
    .split('.')
    .reduce<unknown>((at, step) => (isFields(at) && Object.hasOwn(at, step) ? at[step] : undefined), settings);
  if (value === undefined && !nestedParts.includes(key.path.at(-1) ?? '')) return null;
  return { name, value: value ?? null };
}

/** Resolves aliases and other spellings to the full key. */
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
