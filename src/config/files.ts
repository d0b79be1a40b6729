import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { UsageError } from '../system/usage-error.ts';
import { configHome } from '../system/user-launch-files.ts';
import type { Layer, Tree } from './layers.ts';

/** Read from the workspace's root and from the current folder. */
export const PROJECT_FILES = [
  'jumar.config.ts',
  'jumar.config.mts',
  'jumar.config.js',
  'jumar.config.mjs',
  'jumar.config.json',
  'jumar.config.yaml',
  'jumar.config.yml',
  '.jumar/config.yaml',
];

export function userConfigPath(env: NodeJS.ProcessEnv): string {
  return join(configHome(env), 'jumar', 'config.yaml');
}

/** The user's file, then the project's files: first those in the workspace's root, then those in the current folder. */
export async function fileLayers(env: NodeJS.ProcessEnv, root: string, cwd: string): Promise<Layer[]> {
  return [...(await layersIn([userConfigPath(env)], root)), ...(await projectFileLayers(root, cwd))];
}

/** The project's files alone. */
export async function projectFileLayers(root: string, cwd: string): Promise<Layer[]> {
  const folders = root === cwd ? [root] : [root, cwd];
  return layersIn(
    folders.flatMap((folder) => PROJECT_FILES.map((name) => join(folder, name))),
    root,
  );
}

async function layersIn(paths: readonly string[], root: string): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (const path of paths) {
    if (existsSync(path)) layers.push({ source: displayPath(path, root), values: await readConfig(path) });
  }
  return layers;
}

export function projectConfigPath(root: string): string {
  return join(root, '.jumar', 'config.yaml');
}

/** Sets one key in a YAML file, and preserves the user's comments and order. `validate` may throw before the write. */
export async function writeConfigValue(
  path: string,
  key: string,
  value: unknown,
  validate: (text: string) => Promise<void> = async () => {},
): Promise<void> {
  const { isMap, parseDocument } = await import('yaml');
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  const document = parseDocument(text.trim() ? text : '{}');
  if (document.errors[0]) throw new UsageError(`${path} is not valid YAML: ${document.errors[0].message}`);
  const keys = key.split('.');
  // A scalar setting becomes an object: `lint: true`, then `lint.command`.
  for (let depth = 1; depth < keys.length; depth++) {
    const above = document.getIn(keys.slice(0, depth));
    if (above !== undefined && !isMap(above)) document.deleteIn(keys.slice(0, depth));
  }
  document.setIn(keys, value);
  if (document.contents && 'flow' in document.contents) document.contents.flow = false;
  await mkdir(dirname(path), { recursive: true });
  await validate(document.toString());
  await writeFile(path, document.toString());
}

/** The value of a key in a file; undefined if the file does not set it. */
export async function valueIn(path: string, key: string): Promise<unknown> {
  let value: unknown = existsSync(path) ? await readConfig(path) : {};
  for (const part of key.split('.')) value = (value as Tree | undefined)?.[part];
  return value;
}

async function readConfig(path: string): Promise<Tree> {
  try {
    const values = await load(path);
    if (values === null || values === undefined) return {};
    if (typeof values !== 'object' || Array.isArray(values)) throw new Error('it must contain a mapping of keys');
    return values as Tree;
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

async function load(path: string): Promise<unknown> {
  if (/\.(json|ya?ml)$/.test(path)) {
    const { parse } = await import('yaml');
    return parse(await readFile(path, 'utf8'));
  }
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url).import(path, { default: true });
}

function displayPath(path: string, root: string): string {
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : inside;
}
