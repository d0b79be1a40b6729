import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { taskTypeSchema } from '../../core/state/task-type.ts';
import { isFields } from '../../core/text/foreign-json.ts';
import { suggest } from '../../core/text/nearest.ts';
import { packageRoot } from '../../system/package-root.ts';
import { UsageError } from '../../system/usage-error.ts';
import { userConfigPath } from '../files.ts';
import { camelCase } from '../keys.ts';
import type { Layer, Tree } from '../layers.ts';
import { type LoopTypeDefinition, loopTypeSchema, OWN_KEYS } from './schema.ts';

export interface LoopType {
  name: string;
  definition: LoopTypeDefinition;
  /** Settings for loops of this type. */
  settings: Layer;
  /** Where it is defined, built-in first. */
  sources: string[];
}

export interface TypePlaces {
  env: NodeJS.ProcessEnv;
  workspace: { root: string; cwd: string };
  /** `types:` of the configuration files, in order. */
  configured: Layer[];
}

/** Merges the built-in type with the user's file, the project's and the configuration, key by key; a later one wins. */
export async function loadLoopType(
  name: string,
  places: TypePlaces,
  options: { builtIn: boolean } = { builtIn: true },
): Promise<LoopType | null> {
  if (!/^[a-z0-9][a-z0-9_-]{0,60}$/i.test(name))
    throw new UsageError(`'${name}' is not a valid name for a loop type`, 'use letters, digits and dashes');
  const definitions: Layer[] = [];
  for (const folder of typeFolders(places, options.builtIn)) {
    const file = join(folder, `${name}.yaml`);
    if (existsSync(file)) definitions.push({ source: file, values: await readYaml(file) });
  }
  for (const { source, values } of places.configured) {
    const own = values[name] ?? values[camelCase(name)];
    if (own !== undefined) definitions.push({ source: `types.${name} in ${source}`, values: mapping(own, source) });
  }
  if (definitions.length === 0) return null;
  const merged: Tree = {};
  for (const { values } of definitions)
    for (const [key, value] of Object.entries(values)) merged[camelCase(key)] = value;
  const source = definitions.at(-1)?.source ?? name;
  return {
    name,
    definition: parseDefinition(merged, source),
    settings: { source, values: Object.fromEntries(Object.entries(merged).filter(([key]) => !OWN_KEYS.has(key))) },
    sources: definitions.map((layer) => layer.source),
  };
}

/** Like `loadLoopType`, but throws a UsageError if there is no such type. */
export async function requireLoopType(name: string, places: TypePlaces): Promise<LoopType> {
  const type = await loadLoopType(name, places);
  if (type) return type;
  const names = await loopTypeNames(places);
  const near = suggest(name, names);
  throw new UsageError(
    `there is no loop type '${name}'`,
    near ? `did you mean '${near}'?` : `there are ${names.join(', ')}; define it in .jumar/loops/${name}.yaml`,
  );
}

export async function loopTypeNames(places: TypePlaces): Promise<string[]> {
  const names = new Set<string>(taskTypeSchema.options);
  for (const folder of typeFolders(places, false)) {
    const entries = await readdir(folder).catch(() => []);
    for (const entry of entries) if (entry.endsWith('.yaml')) names.add(entry.slice(0, -'.yaml'.length));
  }
  for (const { values } of places.configured) for (const name of Object.keys(values)) names.add(name);
  return [...names];
}

function typeFolders({ env, workspace: { root, cwd } }: TypePlaces, builtIn: boolean): string[] {
  const project = (root === cwd ? [root] : [root, cwd]).map((folder) => join(folder, '.jumar', 'loops'));
  return [
    ...(builtIn ? [join(packageRoot(), 'assets', 'loops')] : []),
    join(dirname(userConfigPath(env)), 'loops'),
    ...project,
  ];
}

async function readYaml(file: string): Promise<Tree> {
  const { parse } = await import('yaml');
  try {
    return mapping(parse(await readFile(file, 'utf8')) ?? {}, file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read the loop type ${file}: ${(error as Error).message}`);
  }
}

function mapping(value: unknown, source: string): Tree {
  if (isFields(value)) return value;
  throw new UsageError(`the loop type in ${source} must be a mapping of keys`);
}

function parseDefinition(values: Tree, source: string): LoopTypeDefinition {
  const result = loopTypeSchema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UsageError(
    `invalid '${issue?.path.join('.')}' in the loop type ${source}: ${issue?.message}`,
    'docs/prompts.md has a complete example',
  );
}
